/** Steps of scenarios in which people find each other. */
import assert from 'node:assert/strict';
import { until } from './play.mjs';

/** Makes a challenge; without `to` an invitation. */
export async function challenge(client, body = {}) {
  const { json } = await client.post('/v1/challenges', body, { expect: 201 });
  return json;
}

export function accept(client, { id }, options) {
  return client.put(`/v1/challenges/${id}/acceptance`, undefined, options);
}

export function decline(client, { id }, reason, options) {
  return client.put(`/v1/challenges/${id}/decline`, reason && { reason }, options);
}

export function cancel(client, { id }, options) {
  return client.request('DELETE', `/v1/challenges/${id}`, options);
}

export async function seek(client, body = {}) {
  const { json } = await client.post('/v1/seeks', body, { expect: 201 });
  return json;
}

export function withdraw(client, { id }, options) {
  return client.request('DELETE', `/v1/seeks/${id}`, options);
}

export function block(client, { player }, options) {
  return client.put(`/v1/account/blocks/${player.id}`, undefined, options);
}

export function unblock(client, { player }, options) {
  return client.request('DELETE', `/v1/account/blocks/${player.id}`, options);
}

/** Lets the time of a challenge, or a seek, be over, as if it had been made earlier. */
export function expire(database, table, { id }) {
  const column = table === 'seeks' ? 'alive_until' : 'expires_at';
  return database.sql(`UPDATE ${table} SET ${column} = now() - interval '1 second' WHERE id = '${id}'`);
}

/** The next event of a stream of everything that is wanted; others in between are passed over. */
export async function nextEvent(stream, wanted) {
  for (;;) {
    const event = await stream.next();
    assert.ok(event, 'the stream ended');
    if (wanted(event)) return event;
  }
}

/** Asks for a seek until it is paired, as a client that polls does; its game's id. */
export async function untilPaired(client, { id }) {
  return until(`the seek ${id} is paired`, async () => {
    const { json } = await client.get(`/v1/seeks/${id}`, { expect: 200 });
    return json.game_id;
  });
}
