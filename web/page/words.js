/** Sentences about a game. */
import { t } from './i18n.js';

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

export function turnSentence(game) {
  const { turn } = game;
  if (mySeat(game) === turn) return t('turn.yours');
  if (game.players[turn].kind === 'ai') return t('turn.computer');
  return t('turn.side', { side: side(turn) });
}
