/** Steps that scenarios about long analyses and reviews share. */
import assert from 'node:assert/strict';

const patienceMs = 300_000; /* a busy machine lets background work rest */

/**
 * Follows a study by long-poll until it is as wanted.
 *
 * @param path    with its query
 * @param wanted  of its JSON; left out: until it has ended
 * @return        the answer
 */
export async function follow(client, path, wanted = ({ status }) => ['done', 'failed'].includes(status)) {
  const end = Date.now() + patienceMs;
  let answer = await client.get(path, { expect: [200, 202] });
  while (!wanted(answer.json)) {
    const headers = { 'If-None-Match': answer.headers.etag };
    const waiting = `${path}${path.includes('?') ? '&' : '?'}wait=25`;
    const next = await client.get(waiting, { headers, expect: [200, 202, 304] });
    assert.ok(Date.now() < end, `waited in vain for ${path}: ${answer.text}`);
    if (next.status !== 304) answer = next;
  }
  return answer;
}

/** Asks for an analysis in the background; the answer. */
export function analyse(client, body, options = { expect: 202 }) {
  return client.post('/v1/positions/analysis', { background: true, ...body }, options);
}

/** Asks for a review; the answer. */
export function review(client, { id }, strength = 'quick', options = { expect: [200, 202] }) {
  return client.post(`/v1/games/${id}/review`, { strength }, options);
}

export const reviewPath = ({ id }, strength = 'quick') => `/v1/games/${id}/review?strength=${strength}`;
