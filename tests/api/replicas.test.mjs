// Two services on one database: whoever waits at one hears of what happens at the other, without waiting for the look now and then.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../support/client.mjs';
import { makeDatabase } from '../support/database.mjs';
import { challenge } from '../support/opponents.mjs';
import { newBetween } from '../support/people.mjs';
import { metric, newLocal, play, until, untilParked } from '../support/play.mjs';
import { startService } from '../support/service.mjs';

let database;
let services;
let here;
let there;
before(async () => {
  database = await makeDatabase();
  services = await Promise.all([startService({ database }), startService({ database })]);
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
