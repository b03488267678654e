/** Steps that scenarios share: making games, playing them, and what must hold around a refused request. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { replay, squaresOf } from './rules.mjs';

export const nowhere = '01929b54-8f3a-7c21-9d60-5be2f0a4c713';
const patienceMs = 60_000;
const thinkingPatienceMs = 300_000; /* a busy machine lets the AI think slowly, at its low priority */

/** Starts a game on one device. */
export async function newLocal(client, more = {}) {
  const { json } = await client.post('/v1/games', { opponent: { type: 'local' }, ...more }, { expect: 201 });
  return json;
}

/** Starts a game against the AI. Its seed is fixed, so that a failure can be seen again. */
export async function newAgainst(client, level, { query, ...more } = {}) {
  const body = { opponent: { type: 'ai', level }, seed: 1, ...more };
  const { json } = await client.post('/v1/games', body, { query, expect: 201 });
  return json;
}

/** Sends the next move of a game as a client knows it; the answer, whatever it is. */
export function move(client, game, square, options) {
  const { id, next_ply: ply, branch } = game;
  return client.put(`/v1/games/${id}/moves/${ply}`, { square, branch }, options);
}

/** The same, and it must count; the game after it. With `wait` in seconds, after the AI's reply. */
export async function play(client, game, square, wait) {
  const { json } = await move(client, game, square, { query: { wait }, expect: 201 });
  return json;
}

/** Plays all squares of a transcript in a game on one device. */
export async function playAll(client, game, transcript) {
  let now = game;
  for (const square of squaresOf(transcript)) now = await play(client, now, square);
  return now;
}

/** Reads a game. */
export async function read(client, { id }) {
  const { json } = await client.get(`/v1/games/${id}`, { expect: 200 });
  return json;
}

/** Waits by long-poll until a game is as wanted. */
export async function waitFor(client, { id }, wanted) {
  const end = Date.now() + thinkingPatienceMs;
  let answer = await client.get(`/v1/games/${id}`, { expect: 200 });
  while (!wanted(answer.json)) {
    const headers = { 'If-None-Match': answer.headers.etag };
    const next = await client.get(`/v1/games/${id}`, { headers, query: { wait: 25 }, expect: [200, 304] });
    assert.ok(next.status === 200 || Date.now() < end, `waited in vain for game ${id}: ${answer.text}`);
    if (next.status === 200) answer = next;
  }
  return answer.json;
}

/** Waits until something that gives no event has come about. */
export async function until(what, holds) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await holds();
    if (value) return value;
    assert.ok(Date.now() < end, `waited in vain until ${what}`);
    await pause(20);
  }
}

/** A metric's value, 0 where it is not there. */
export async function metric(client, name) {
  const { text } = await client.get('/metrics', { expect: 200 });
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}

/** Waits until so many requests wait in the service. */
export function untilParked(client, count) {
  return until(`${count} requests wait`, async () => (await metric(client, 'reversid_requests_parked')) >= count);
}

/** The answer is a problem with this status and code, and these members. */
export function isProblem(answer, status, code, members = {}) {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json.code, code, answer.text);
  for (const [name, value] of Object.entries(members)) assert.deepEqual(answer.json[name], value, answer.text);
}

/** What of a game does not depend on when and by whom it was asked for. */
export function lasting({ server_time: time, played, clock, ...game }) {
  const { remaining_ms: left, ...settled } = clock ?? {};
  return { ...game, clock: clock && settled };
}

/** Does something that must not change a game; what it returned. */
export async function unchanged(client, game, action) {
  const before = await read(client, game);
  const result = await action();
  assert.deepEqual(lasting(await read(client, game)), lasting(before));
  return result;
}

/** The game shows what our own replay of its moves shows: board, turn, legal moves, passes, discs, result. */
export function agrees(game, replay) {
  assert.equal(game.board, replay.board);
  assert.equal(game.moves, replay.moves);
  assert.equal(game.ply, replay.plies.length);
  assert.deepEqual(game.discs, replay.discs);
  assert.equal(game.passed, replay.passed);
  assert.equal(game.turn, replay.turn);
  assert.deepEqual(game.legal_moves, replay.legal);
  assert.deepEqual(game.result, replay.result);
  assert.equal(game.status, replay.over ? 'finished' : 'live');
}

/** Our own replay of a game that the service shows. */
export function replayOf({ opening, start_position: position, moves }) {
  return replay(moves, opening === 'original' ? { opening } : { position });
}
