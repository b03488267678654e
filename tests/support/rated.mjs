/** Steps of scenarios in which people play for ratings and chips, and what must hold of the journals. */
import assert from 'node:assert/strict';
import { miscounted } from './ladder.mjs';
import { accept, challenge } from './opponents.mjs';
import { play, read } from './play.mjs';
import { mover } from './people.mjs';
import { replay } from './rules.mjs';

export const clock = { kind: 'per_move', seconds: 300 };

/** Gives a guest an account, as signing in does. */
export async function signUp(tests, client) {
  await tests.database.sql(`UPDATE players SET kind = 'signed-in', provider = 'google', subject = id::text WHERE id = '${client.player.id}'`);
  return client;
}

/** A client for a new player with an account. */
export async function account(tests) {
  return signUp(tests, await tests.api.guest());
}

export const accounts = (tests, count) => Promise.all(Array.from({ length: count }, () => account(tests)));

/** A game that two people agreed on, black's first; as black sees it. */
export async function newAgreed(black, white, more = {}) {
  const made = await challenge(black, { to: white.player.id, color: 'black', clock, ...more });
  await accept(white, made, { expect: 201 });
  return read(black, made);
}

export const newRated = (black, white, more) => newAgreed(black, white, { rated: true, ...more });

/** Plays so many plies, whatever they are. */
export async function playPlies(game, black, white, plies) {
  let now = game;
  for (let ply = 0; ply < plies; ply += 1) now = await play(mover(now, black, white), now, now.legal_moves[0].square);
  return now;
}

export async function resign(client, { id }, options = { expect: 200 }) {
  const { json } = await client.put(`/v1/games/${id}/resignation`, undefined, options);
  return json;
}

/** Ends a game by agreement. */
export async function draw(black, white, { id }) {
  await black.put(`/v1/games/${id}/draw-offer`, undefined, { expect: 200 });
  const { json } = await white.put(`/v1/games/${id}/draw-offer/acceptance`, undefined, { expect: 200 });
  return json;
}

/** Brings a game to where so many moves lead. A turn of the AI is one that nobody carries out, from `due` on. */
export async function bring(database, { id, you, opening }, moves, due = `now() - interval '1 second'`) {
  const game = replay(moves, { opening });
  const letters = game.plies.map(({ color }) => (you.includes(color) ? 'h' : 'a')).join('');
  const ai = !you.includes(game.turn);
  await database.sql(
    `UPDATE games SET moves = '${moves}', move_by = '${letters}', used_ms = array_fill(0, ARRAY[${game.plies.length}]),
            turn = '${game.turn}', version = version + 1, updated_at = now(),
            ai_lease_until = ${ai ? due : 'NULL'} WHERE id = '${id}'`,
  );
  return id;
}

/** The shortest game: black takes all discs with its fifth. */
const wipeOut = { moves: 'e6f4e3f6g5d6e7f5', last: 'c5' };

/** Brings a game against the AI to where one move of black's wins it: the game, and that move. */
export async function almostWon(client, database, { id }) {
  const plies = wipeOut.moves.length / 2;
  await database.sql(
    `UPDATE games SET moves = '${wipeOut.moves}', move_by = '${'ha'.repeat(plies / 2)}', version = version + 1,
            used_ms = array_fill(0, ARRAY[${plies}]), turn = 'black', ai_lease_until = NULL WHERE id = '${id}'`,
  );
  return { game: await read(client, { id }), square: wipeOut.last };
}

/** Wins a game against the AI as black. */
export async function winAgainst(client, database, which) {
  const { game, square } = await almostWon(client, database, which);
  const won = await play(client, game, square);
  assert.equal(won.result.winner, 'black');
  return won;
}

/** A player's rating as it is stored: [rating in thousandths, games, won, drawn, lost], or undefined. */
export async function storedRating(database, { player }, ladder = 'live') {
  const row = await database.sql(
    `SELECT rating, games, won, drawn, lost FROM ratings WHERE player_id = '${player.id}' AND ladder = '${ladder}'`,
  );
  return row ? row.split('|').map(Number) : undefined;
}

/** A player's chips as they are stored: [balance, aside]. */
export async function storedChips(database, { player }) {
  const row = await database.sql(`SELECT balance, aside FROM chips WHERE player_id = '${player.id}'`);
  return row ? row.split('|').map(Number) : [1000, 0];
}

/** Gives a player who has never moved a chip so many that none run out, as a reward. */
export async function enrich(database, { player }) {
  await database.sql(`
    INSERT INTO chips VALUES ('${player.id}', 1000000, 0, 0, 0, 2);
    INSERT INTO chip_entries VALUES ('${player.id}', 1, 'start', 1000, 0, 1000, NULL, now()),
                                    ('${player.id}', 2, 'reward', 999000, 0, 1000000, '${player.id}', now())`);
}

/** The kinds of a player's chip entries, oldest first. */
export async function chipKinds(database, { player }) {
  const rows = await database.sql(`SELECT kind FROM chip_entries WHERE player_id = '${player.id}' ORDER BY seq`);
  return rows.split('\n').filter(Boolean);
}

// Unlost by time, or begun: both have placed two discs. Nobody can pass before the fourth, so these alternate.
const counts = `g.reason <> 'timeout' OR length(g.moves) >= 8`;

const broken = {
  'a rated game that counts was rated for both, once': `
    SELECT count(*) FROM games g
     WHERE g.rated AND g.status = 'finished'
       AND ((g.black_rated_to IS NOT NULL) <> (${counts})
            OR (SELECT count(*) FROM rating_changes c
                 WHERE c.game_id = g.id AND c.player_id IN (g.black_player, g.white_player)) <> CASE WHEN ${counts} THEN 2 ELSE 0 END)`,
  'nothing else was rated': `
    SELECT count(*) FROM rating_changes c
     WHERE NOT EXISTS (SELECT FROM games g WHERE g.id = c.game_id AND g.rated AND g.black_rated_to IS NOT NULL)`,
  'ratings are what their journal says': `
    SELECT count(*) FROM ratings r
     WHERE (r.rating, r.games, r.won, r.drawn, r.lost) NOT IN
           (SELECT coalesce((array_agg(rating_after ORDER BY seq DESC))[1], 0), count(*), count(*) FILTER (WHERE result = 'won'),
                   count(*) FILTER (WHERE result = 'drawn'), count(*) FILTER (WHERE result = 'lost')
              FROM rating_changes c WHERE c.player_id = r.player_id AND c.ladder = r.ladder)`,
  'each change of a rating begins where the one before ended': `
    SELECT count(*) FROM (SELECT rating_before, lag(rating_after, 1, 1200000)
                                   OVER (PARTITION BY player_id, ladder ORDER BY seq) AS last
                            FROM rating_changes) AS steps
     WHERE rating_before <> last`,
  'ladders count who is ranked': miscounted,
  'balances are what their journal says': `
    SELECT count(*) FROM chips c
     WHERE (c.balance, c.aside, c.seq) NOT IN
           (SELECT coalesce(sum(amount), 0), coalesce(sum(aside), 0), count(*) FROM chip_entries e WHERE e.player_id = c.player_id)
        OR c.balance <> (SELECT balance FROM chip_entries e WHERE e.player_id = c.player_id AND e.seq = c.seq)`,
  'what is put aside is what live matches are played for': `
    SELECT count(*) FROM chips c
     WHERE c.aside <> (SELECT coalesce(sum(stake + stake / 5), 0) FROM games g
                        WHERE g.status = 'live' AND g.stake > 0 AND c.player_id IN (g.black_player, g.white_player))`,
  'chips come from the start and rewards, and go with penalties': `
    SELECT (SELECT coalesce(sum(balance + aside), 0) FROM chips)
           <> (SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('start', 'reward')), 0)
                      + coalesce(sum(aside) FILTER (WHERE kind = 'penalty-destroyed'), 0) FROM chip_entries)`,
};

/** What must hold at every moment between ratings, chips, their journals, the ladder and the games. */
export async function booksAgree(database) {
  const names = Object.keys(broken);
  const query = Object.values(broken).map((each) => `SELECT (${each})::text`).join(' UNION ALL ');
  const rows = await database.sql(query);
  rows.split('\n').forEach((row, index) => assert.ok(['0', 'false'].includes(row), `${names[index]}: ${row}`));
}
