/** Sentences about a game. */
import { t } from './i18n.js';

/** What a refusal is told as, by its code; what is not here is told by its status. */
export const refusals = {
  'account-needed': 'error.account_needed',
  blocked: 'error.blocked',
  'challenge-gone': 'join.gone',
  'challenge-not-found': 'join.gone',
  'challenge-taken': 'join.gone',
  'chips-short': 'error.chips_short',
  'draw-offer-repeated': 'error.draw_repeated',
  'name-taken': 'error.name_taken',
  'own-rated-game': 'error.own_rated_game',
  'player-gone': 'error.player_gone',
  'player-not-found': 'error.player_gone',
  'rematch-declined': 'error.rematch_declined',
  'too-late-to-abort': 'error.too_late_to_abort',
  'too-many-accounts': 'error.too_many_accounts',
  'too-many-blocks': 'error.too_many_blocks',
  'too-many-challenges': 'error.too_many_challenges',
  'too-many-seeks': 'error.too_many_seeks',
  'too-many-tokens': 'error.too_many_tokens',
};

/** Conflicts come from what happened meanwhile, which is shown; a refused token is nobody's any more. */
const refusalsByStatus = { 401: 'error.signed_out', 409: 'error.changed', 410: 'error.changed', 500: 'error.internal' };

/** Why the service refused (an api.Refused). */
export function refusalSentence({ status, code }) {
  return t(refusals[code] ?? refusalsByStatus[status] ?? 'error.refused');
}

export const other = (color) => (color === 'black' ? 'white' : 'black');

/** The name of whoever has a seat: a person's own, or what the computer is called. */
export function nameOf(seat) {
  return seat.kind === 'ai' ? t('seat.computer', { level: t(`level.${seat.level}`) }) : seat.name;
}

export const isMine = (game, color) => game.you.includes(color);

/** The seat that I have, where I have one of the two. */
export function mySeat(game) {
  return game.you.length === 1 ? game.you[0] : undefined;
}

const side = (color) => t(`side.${color}`);

export function moveSentence({ color, square, flips, by }) {
  const key = by === 'auto' ? 'said.auto' : 'said.move';
  return t(key, { side: side(color), square, n: flips.length });
}

export function passSentence(color) {
  return t('said.pass', { side: side(color) });
}

function outcomeSentence(game, { winner }) {
  const mine = mySeat(game);
  if (!winner) return t('result.draw');
  if (!mine) return t('result.side_won', { side: side(winner) });
  return t(winner === mine ? 'result.won' : 'result.lost');
}

/** Who won, why, and how many discs there are. */
export function resultSentences(game) {
  if (game.status === 'aborted') return [t('result.aborted')];
  const { result, match } = game;
  const sentences = [
    outcomeSentence(game, result),
    t(`reason.${result.reason}`),
    t('result.discs', { black: result.black, white: result.white }),
  ];
  if (match?.winner) sentences.push(t('match.decided', { side: side(match.winner) }));
  return sentences;
}

const unrewarded = {
  position: 'unrewarded.position',
  seed: 'unrewarded.seed',
  undo: 'unrewarded.undo',
  hint: 'unrewarded.hint',
  'earlier-game': 'unrewarded.earlier_game',
};

/** Why I get no chips for a game against the computer that I may still win, or for one that I have won; undefined where I do, or have lost. */
export function unrewardedSentence(game) {
  const key = unrewarded[game.unrewarded_reason];
  const mine = mySeat(game);
  const concerns = game.status === 'live' || (game.result?.winner === mine && (!game.match || game.match.winner === mine));
  return key && mine && concerns ? t(key) : undefined;
}

export function turnSentence(game) {
  const { turn } = game;
  if (mySeat(game) === turn) return t('turn.yours');
  if (game.ai_waits_for) return t('turn.computer_waits');
  if (game.players[turn].kind === 'ai') return t('turn.computer');
  return t('turn.side', { side: side(turn) });
}
