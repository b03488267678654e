// Every text is there in every language, is used, and has the plural forms that its language has.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bundle } from '../../web/docs/bundle.mjs';
import { refusals } from '../../web/page/words.js';

const folder = new URL('../../web/page/', import.meta.url);
const read = (file) => readFileSync(new URL(file, folder), 'utf8');
const names = readdirSync(folder);
const catalogues = Object.fromEntries(
  names.filter((file) => file.endsWith('.json')).map((file) => [file.slice(0, -5), JSON.parse(read(file))]),
);
const source = names.filter((file) => file.endsWith('.js')).map(read).join('\n');

/** Keys as they stand in the source: whole ones, and patterns with a part that is put in. */
function usedKeys() {
  const literal = [...source.matchAll(/'([a-z]+(?:\.[a-z_0-9]+)+)'/g)].map(([, key]) => key);
  const patterns = [...source.matchAll(/\bt\(`([^`]+)`/g)].map(
    ([, text]) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[a-z_0-9]+')}$`),
  );
  return { literal: new Set(literal), patterns };
}

const placesIn = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
const formsOf = (text) => (typeof text === 'string' ? [text] : Object.values(text));

test('the five languages have the same keys', () => {
  assert.deepEqual(Object.keys(catalogues).sort(), ['ar', 'de', 'el', 'en', 'th']);
  for (const [code, catalogue] of Object.entries(catalogues)) {
    assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(catalogues.en).sort(), code);
  }
});

test('no key is missing', () => {
  const { literal, patterns } = usedKeys();
  // What is written like a key but is another thing: an event of the DOM, a setting, …
  const groups = new Set(Object.keys(catalogues.en).map((key) => key.split('.')[0]));
  const wanted = [...literal].filter((key) => groups.has(key.split('.')[0]));
  assert.ok(wanted.length > 80 && patterns.length > 10);
  assert.deepEqual(wanted.filter((key) => !(key in catalogues.en)), []);
  for (const pattern of patterns) assert.match(pattern.source, /^\^[a-z]+\\\./, 'a key begins with its group');
  for (const pattern of patterns) assert.ok(Object.keys(catalogues.en).some((key) => pattern.test(key)), String(pattern));
});

test('no key is unused', () => {
  const { literal, patterns } = usedKeys();
  const unused = Object.keys(catalogues.en).filter((key) => !literal.has(key) && !patterns.some((each) => each.test(key)));
  assert.deepEqual(unused, []);
});

test('plural forms are those of the language', () => {
  for (const [code, catalogue] of Object.entries(catalogues)) {
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories.sort();
    for (const [key, text] of Object.entries(catalogue)) {
      assert.equal(typeof text, typeof catalogues.en[key], `${code} ${key}`);
      if (typeof text === 'object') assert.deepEqual(Object.keys(text).sort(), categories, `${code} ${key}`);
    }
  }
});

test('every text has the places for values that it has in English; a plural form may put the number into words', () => {
  for (const [code, catalogue] of Object.entries(catalogues)) {
    for (const [key, text] of Object.entries(catalogue)) {
      const wanted = placesIn(formsOf(catalogues.en[key]).at(-1)).sort();
      const whole = formsOf(text).at(-1);
      assert.deepEqual(placesIn(text.other ?? whole).sort(), wanted, `${code} ${key}`);
      for (const form of formsOf(text)) {
        assert.ok(form.trim(), `${code} ${key}`);
        const without = wanted.filter((name) => name !== 'n');
        assert.deepEqual(placesIn(form).filter((name) => name !== 'n').sort(), without, `${code} ${key}`);
      }
    }
  }
});

/** Refusals that are told as "that was not possible": what the page does not ask for, or offers only where it is possible. */
const general = {
  'its requests are well-formed, and within the limits': [
    'invalid-request', 'invalid-path', 'invalid-query', 'unknown-parameter', 'invalid-header', 'invalid-json', 'invalid-utf8', 'duplicate-key',
    'unknown-field', 'missing-field', 'invalid-field', 'route-not-found', 'asset-not-found', 'method-not-allowed', 'not-acceptable', 'request-timeout',
    'body-too-large', 'uri-too-long', 'unsupported-media-type', 'headers-too-large', 'idempotency-key-reused',
  ],
  'it offers this to those who may': [
    'scope-missing', 'not-a-seat', 'draw-not-allowed', 'own-offer', 'undo-not-allowed', 'hint-not-allowed', 'own-challenge', 'decline-not-allowed',
    'not-yours', 'illegal-move', 'pass-not-a-move',
  ],
  'the view says what there is not': [
    'sign-in-not-configured', 'game-not-found', 'match-not-found', 'seek-not-found', 'ladder-not-found', 'rank-not-found', 'personal-token-not-found', 'session-not-found',
    'block-not-found', 'ply-not-found', 'review-not-found', 'analysis-not-found', 'problem-not-found',
  ],
  'it asks for no analyses, and begins no game from a position': ['position-finished', 'too-many-empties'],
};
const byStatus = [401, 409, 410, 500, 503];
const waitedFor = ['rate-limited', 'too-many-streams', 'too-many-studies'];

test('every error code of the contract is told in words of its own, by its status, or is known to need neither', () => {
  const codes = bundle()['x-error-codes'];
  const others = Object.keys(codes).filter((code) => !(code in refusals) && !waitedFor.includes(code) && !byStatus.includes(codes[code].status));
  assert.deepEqual(others.sort(), Object.values(general).flat().sort());
  assert.deepEqual(Object.keys(refusals).filter((code) => !(code in codes)), []);
});
