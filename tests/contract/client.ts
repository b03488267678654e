// A client as somebody else would write it: types generated from the contract, no rule of Reversi, one whole game.
// Compiling it shows that the contract generates usable types; tests/api plays a game with it.
import createClient from 'openapi-fetch';
import type { components, paths } from 'reversid-api';

type Game = components['schemas']['Game'];
type Level = components['schemas']['Level'];
type Problem = components['schemas']['Problem'];

export class ReversidError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

function must<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.data === undefined) throw new ReversidError(answer.error!);
  return answer.data;
}

/** Plays one game against the AI and returns it finished. `choose` picks among the legal moves. */
export async function playGame(
  baseUrl: string,
  level: Level,
  choose: (game: Game) => string,
): Promise<Game> {
  const api = createClient<paths>({ baseUrl });
  const guest = must(await api.POST('/v1/auth/guest'));
  api.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${guest.access_token}`);
      return request;
    },
  });
  let game: Game = must(
    await api.POST('/v1/games', { body: { opponent: { type: 'ai', level }, color: 'black', opening: 'standard' } }),
  );
  while (game.status === 'live') {
    game = game.turn && game.you.includes(game.turn) ? await move(game) : await waitFor(game);
  }
  return game;

  async function move({ id, next_ply: ply, branch }: Game): Promise<Game> {
    return must(
      await api.PUT('/v1/games/{id}/moves/{ply}', {
        params: { path: { id, ply }, query: { wait: 25 } },
        body: { square: choose(game), branch },
      }),
    );
  }

  async function waitFor({ id }: Game): Promise<Game> {
    return must(await api.GET('/v1/games/{id}', { params: { path: { id } } }));
  }
}
