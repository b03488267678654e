// How the page is served: what a browser may keep, what it may load, and from where.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { serviceForTests } from '../support/service.mjs';

const tests = serviceForTests();
const files = readdirSync(new URL('../../web/page', import.meta.url));

async function digest() {
  const { text } = await tests.api.get('/', { expect: 200 });
  return /\/page\/([\w-]+)\//.exec(text)[1];
}

test('the page is asked for each time, and its files never again', async () => {
  const page = await tests.api.get('/', { expect: 200 });
  assert.equal(page.headers['cache-control'], 'private, no-cache');
  await tests.api.get('/', { headers: { 'If-None-Match': page.headers.etag }, expect: 304 });
  const path = `/page/${await digest()}/app.js`;
  const file = await tests.api.get(path, { expect: 200 });
  assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
  await tests.api.get(path, { headers: { 'If-None-Match': file.headers.etag }, expect: 304 });
});

test('an address of another version leads to the present file, which is not kept', async () => {
  const { headers, text } = await tests.api.get('/page/earlier/app.js', { expect: 200 });
  assert.equal(headers['cache-control'], 'private, no-cache');
  assert.equal(text, (await tests.api.get(`/page/${await digest()}/app.js`)).text);
});

test('every file of the folder is served, and compressed where that helps', async () => {
  const folder = await digest();
  for (const file of files) {
    const answer = await tests.api.get(`/page/${folder}/${file}`, { headers: { 'Accept-Encoding': 'gzip' }, expect: 200 });
    const worthIt = gzipSync(answer.body).length < answer.body.length && answer.body.length > 1024;
    if (worthIt) assert.equal(answer.headers['content-encoding'], 'gzip', file);
  }
});

test('the page may load nothing from elsewhere, nothing inline, and not be framed', async () => {
  const { headers } = await tests.api.get('/', { expect: 200 });
  const policy = Object.fromEntries(
    headers['content-security-policy'].split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]),
  );
  assert.deepEqual(policy['default-src'], ["'none'"]);
  assert.deepEqual(policy['script-src'], ["'self'"]);
  assert.deepEqual(policy['style-src'], ["'self'"]);
  assert.deepEqual(policy['frame-ancestors'], ["'none'"]);
  assert.doesNotMatch(headers['content-security-policy'], /unsafe|http/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'no-referrer');
});
