// What a profile says of ratings, wherever one is shown, and that the ladders say the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem } from '../support/play.mjs';
import { account, accounts, newRated, playPlies, resign } from '../support/rated.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });
const unplayed = { rating: 1200, games: 0, won: 0, drawn: 0, lost: 0, last_rated_at: null, ranked: false };
const provisional = (games) => ({ reason: 'provisional', games, games_needed: 10 });
const profile = async (id, client = tests.api) => (await client.get(`/v1/players/${id}`, { expect: 200 })).json;

/** A player with a row of ratings on a ladder, as rated games leave it; ranked players are counted on it. */
async function rated(ladder, rating, games, { days, ranked }) {
  const client = await tests.signIn();
  const { id } = client.player;
  await tests.database.sql(`
    INSERT INTO ratings VALUES ('${id}', '${ladder}', ${rating}, ${games}, ${games - 3}, 1, 2, now() - interval '${days} days', ${ranked}, ${games})`);
  if (ranked) await tests.database.sql(`INSERT INTO ladder_deltas VALUES ('${ladder}', '${id}', ${games}, NULL, ${Math.round(rating / 1000)})`);
  return client;
}

test('whoever has an account begins with 1200 on both ladders, and a guest has no ratings', async () => {
  const ann = await account(tests);
  const fresh = { ...unplayed, unranked: provisional(0) };
  assert.deepEqual((await profile(ann.player.id)).ratings, { live: fresh, correspondence: fresh });
  const guest = await tests.api.guest();
  assert.equal((await profile(guest.player.id)).ratings, null);
  assert.equal((await profile('me', guest)).ratings, null);
  assert.equal((await guest.get('/v1/account', { expect: 200 })).json.ratings, null);
});

test('a rated game shows on its ladder alone', async () => {
  const [ann, ben] = await accounts(tests, 2);
  const ended = await resign(ben, await playPlies(await newRated(ann, ben), ann, ben, 4));
  const { live, correspondence } = (await profile(ann.player.id)).ratings;
  const rated = { rating: 1220, games: 1, won: 1, drawn: 0, lost: 0, last_rated_at: ended.updated_at };
  assert.deepEqual(live, { ...rated, ranked: false, unranked: provisional(1) });
  assert.equal(correspondence.games, 0);
  assert.deepEqual([(await profile('me', ben)).ratings.live.rating, (await profile('me', ben)).ratings.live.lost], [1180, 1]);
});

test('ranked or why not, wherever the profile is shown, and the ladder says the same', async () => {
  const ranked = await rated('live', 1733500, 40, { days: 3, ranked: true });
  const inactive = await rated('correspondence', 1499499, 11, { days: 120, ranked: false });
  const young = await rated('live', 900000, 9, { days: 0, ranked: false });
  const guest = await tests.api.guest();
  const shown = (await profile(ranked.player.id)).ratings;
  assert.deepEqual([shown.live.rating, shown.live.ranked, shown.live.unranked], [1734, true, null]);
  const idle = (await profile(inactive.player.id)).ratings.correspondence;
  assert.deepEqual([idle.rating, idle.ranked], [1499, false]);
  assert.deepEqual(idle.unranked, { reason: 'inactive', last_rated_at: idle.last_rated_at, active_days: 90 });
  assert.deepEqual((await profile(young.player.id)).ratings.live.unranked, provisional(9));

  for (const client of [ranked, inactive, young]) {
    const { id } = client.player;
    const { ratings } = await profile(id);
    for (const [name, { ranked: isRanked, ...standing }] of Object.entries(ratings)) {
      const { json: place } = await tests.api.get(`/v1/ladders/${name}/players/${id}`, { expect: 200 });
      assert.equal(place.rank !== null, isRanked);
      for (const [member, value] of Object.entries(standing)) assert.deepEqual(place[member], value, `${name}: ${member}`);
    }
    const { json: own } = await client.get('/v1/account', { expect: 200 });
    const { json: changed } = await client.patch('/v1/account', { settings: { sound: false } }, { expect: 200 });
    const { json: exported } = await client.get('/v1/account/export', { expect: 200 });
    for (const each of [own, changed, exported.player]) assert.deepEqual(each.ratings, ratings);
  }

  const { json: place } = await tests.api.get(`/v1/ladders/live/players/${guest.player.id}`, { expect: 200 });
  assert.deepEqual([place.rating, place.rank, place.unranked], [null, null, { reason: 'guest' }]);

  const ids = [guest, young, ranked, inactive].map(({ player }) => player.id);
  const { json: listed } = await tests.api.get('/v1/players', { query: { ids: ids.join(',') }, expect: 200 });
  assert.deepEqual(listed.items, await Promise.all(ids.map((id) => profile(id))));
  const mixed = { query: { ids: `${ids[1]},me` } };
  const { json: mine } = await guest.get('/v1/players', { ...mixed, expect: 200 });
  assert.deepEqual(mine.items, [listed.items[1], listed.items[0]]);
  isProblem(await tests.api.get('/v1/players', mixed), 401, 'token-missing');
});

test('a search by name shows ratings too', async () => {
  const client = await tests.signIn();
  await client.patch('/v1/account', { name: 'Zenobia Quill' }, { expect: 200 });
  const { json } = await tests.api.get('/v1/players', { query: { name: 'zenobia', match: 'prefix' }, expect: 200 });
  assert.equal(json.items[0].ratings.live.rating, 1200);
});
