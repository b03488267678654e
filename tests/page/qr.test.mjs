// What a camera reads in our QR codes is what was written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsqr from 'jsqr';
import { encode } from '../../web/page/qr.js';

const scale = 4;
const quiet = 4;

/** The code as a camera might see it: dark modules on white, as RGBA. */
function photograph(dark) {
  const width = scale * (dark.length + 2 * quiet);
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (dark[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet]) pixels.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
    }
  }
  return [pixels, width, width];
}

for (const length of [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106]) {
  test(`${length} bytes`, () => {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 37 + length) % 90))).join('');
    assert.equal(jsqr(...photograph(encode(text))).data, text);
  });
}

test('an invitation', () => {
  const link = 'https://reversi.example.org/#/join/K7QMXRDA';
  assert.equal(jsqr(...photograph(encode(link))).data, link);
});

test('damage is repaired', () => {
  const dark = encode('http://127.0.0.1:8080/#/join/K7QMXRDA');
  for (let i = 10; i < 14; i += 1) dark[i][20] = !dark[i][20];
  assert.equal(jsqr(...photograph(dark)).data, 'http://127.0.0.1:8080/#/join/K7QMXRDA');
});

test('what is too long has no code', () => {
  assert.equal(encode('x'.repeat(107)), undefined);
});
