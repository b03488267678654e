// Two services on one database: whoever waits at one hears of what happens at the other, without waiting for the look now and then.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { signIn, startGoogle } from '../support/google.mjs';
import { challenge } from '../support/opponents.mjs';
import { newBetween } from '../support/people.mjs';
import { isProblem, metric, newLocal, play, until, untilParked } from '../support/play.mjs';
import { startService } from '../support/service.mjs';

let database;
let google;
let services;
let here;
let there;
before(async () => {
  database = await makeDatabase();
  google = await startGoogle();
  services = await Promise.all([0, 1].map(() => startService({ database, env: google.env })));
  [here, there] = services.map(({ url }) => connect(url));
  for (const [one, other] of [[here, there], [there, here]]) {
    const client = await one.guest();
    await until('they hear each other', async () => {
      await newLocal(client);
      return (await metric(other, 'reversid_hints_heard_total')) > 0;
    });
  }
});
after(async () => {
  for (const client of [here, there]) client.close();
  for (const service of services) await service.stop();
  await database.drop();
  await google.stop();
});

const heard = () => metric(there, 'reversid_hints_heard_total');

test('a move here arrives at a stream there, which was told of it', async () => {
  const [alice, bob] = [await here.guest(), await here.guest()];
  let game = await newBetween(database, alice, bob);
  const stream = await there.as(bob.token).stream(`/v1/games/${game.id}/events`);
  await stream.next();
  for (let ply = 1; ply <= 4; ply += 1) {
    const before = await heard();
    game = await play(ply % 2 ? alice : bob, game, game.legal_moves[0].square);
    assert.equal((await stream.next()).game.ply, ply);
    await until('the hint has come', async () => (await heard()) > before);
  }
  stream.close();
});

test('a challenge made here arrives at the stream of everything there, its acceptance there at whoever waits here', async () => {
  const [alice, bob] = [await here.guest(), await here.guest()];
  const stream = await there.as(bob.token).stream('/v1/events');
  await stream.next();
  const before = await heard();
  const made = await challenge(alice, { to: bob.player.id });
  const event = await stream.next();
  assert.equal(event.challenge.id, made.id);
  await until('the hint has come', async () => (await heard()) > before);
  const path = `/v1/challenges/${made.id}`;
  const { headers } = await alice.get(path);
  const waiting = alice.get(path, { query: { wait: 25 }, headers: { 'If-None-Match': headers.etag } });
  await untilParked(here, 1);
  await there.as(bob.token).put(`${path}/acceptance`, undefined, { expect: 201 });
  assert.equal((await waiting).json.status, 'accepted');
  stream.close();
});

test('a nonce is good once, at whichever of them it is used', async () => {
  const enter = (api, nonce) => api.post('/v1/auth/google', { credential: google.token({ sub: nonce, nonce }), nonce });
  assert.equal((await enter(here, 'in turn')).status, 201);
  isProblem(await enter(there, 'in turn'), 401, 'token-invalid', { reason: 'nonce' });
  const both = await Promise.all([here, there].map((api) => enter(api, 'at once')));
  const [first, second] = both.sort((a, b) => a.status - b.status);
  assert.equal(first.status, 201);
  isProblem(second, 401, 'token-invalid', { reason: 'nonce' });
});

test('a refresh token has the same follower at both of them', async () => {
  const anna = await signIn(here, google);
  const refresh = async (api, token) => (await api.post('/v1/auth/refresh', { refresh_token: token }, { expect: 200 })).json;
  const both = await Promise.all([here, there].map((api) => refresh(api, anna.session.refresh_token)));
  const [follower] = both.map((each) => each.refresh_token);
  assert.notEqual(follower, anna.session.refresh_token);
  assert.equal(both[1].refresh_token, follower);
  const later = await refresh(there, anna.session.refresh_token);
  assert.equal(later.refresh_token, follower);
  for (const api of [here, there]) {
    for (const each of [...both, later]) await api.as(each.access_token).get('/v1/account', { expect: 200 });
  }
});
