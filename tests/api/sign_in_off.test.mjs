// A service to which nobody has told its client ids.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem } from '../support/play.mjs';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();

test('signing in says that it is not set up, and everything else goes on', async () => {
  const answer = await tests.api.post('/v1/auth/google', { credential: 'x' });
  isProblem(answer, 404, 'sign-in-not-configured');
  const { json } = await tests.alice.get('/v1/account', { expect: 200 });
  assert.equal(json.kind, 'guest');
});
