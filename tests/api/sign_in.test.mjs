// Signing in with Google: who gets in, as whom, and who does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests({ google: true });

test('who signs in first becomes a player, and is the same one ever after', async () => {
  const anna = await tests.signIn({ sub: 'anna' });
  assert.equal(anna.player.kind, 'account');
  assert.match(anna.player.name, /^Player \d{6}$/);
  const { json } = await anna.get('/v1/account', { expect: 200 });
  assert.deepEqual([json.id, json.name, json.kind], [anna.player.id, anna.player.name, 'account']);
  const again = await tests.signIn({ sub: 'anna' });
  assert.deepEqual(again.player, anna.player);
  assert.notEqual(again.token, anna.token);
  const other = await tests.signIn({ sub: 'ben' });
  assert.notEqual(other.player.id, anna.player.id);
});
