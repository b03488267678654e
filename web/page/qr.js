/**
 * A QR code for a short text, such as the address of an invitation: byte mode, error correction level M, versions 1 to 6
 * (up to 106 bytes), by ISO/IEC 18004. Coordinates are [row][column].
 */
import { s } from './dom.js';

/** For each version from 1 on: error correction codewords of a block, blocks, data codewords of a block. */
const versions = [
  { correction: 10, blocks: 1, data: 16 },
  { correction: 16, blocks: 1, data: 28 },
  { correction: 26, blocks: 1, data: 44 },
  { correction: 18, blocks: 2, data: 32 },
  { correction: 24, blocks: 2, data: 43 },
  { correction: 16, blocks: 4, data: 27 },
];
const headBytes = 2; // mode, length and terminator

/** The field of 256 elements, as powers of 2 modulo x^8 + x^4 + x^3 + x^2 + 1. */
const power = new Uint8Array(255);
const logarithm = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i += 1, value = (value << 1) ^ (value & 128 ? 0x11d : 0)) {
  power[i] = value;
  logarithm[value] = i;
}
const times = (a, b) => (a && b ? power[(logarithm[a] + logarithm[b]) % 255] : 0);

/** The coefficients below the leading one of the product of (x - 2^i). */
function generator(degree) {
  let product = [1];
  for (let i = 0; i < degree; i += 1) {
    const next = [...product, 0];
    product.forEach((value, at) => (next[at + 1] ^= times(value, power[i])));
    product = next;
  }
  return product.slice(1);
}

/** The remainder by the generator: the codewords that correct errors. */
function correctionOf(block, divisor) {
  let rest = new Array(divisor.length).fill(0);
  for (const value of block) {
    const factor = value ^ rest[0];
    rest = [...rest.slice(1), 0].map((each, i) => each ^ times(divisor[i], factor));
  }
  return rest;
}

/** Mode, length, bytes and padding. */
function dataCodewords(bytes, count) {
  const half = [4, bytes.length >> 4, bytes.length & 15, ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = [];
  for (let i = 0; i < half.length; i += 2) words.push((half[i] << 4) | (half[i + 1] ?? 0));
  for (let i = 0; words.length < count; i += 1) words.push(i % 2 ? 0x11 : 0xec);
  return words;
}

/** Blocks are sent interleaved, first their data, then their corrections. */
function codewords(bytes, { correction, blocks, data }) {
  const words = dataCodewords(bytes, blocks * data);
  const divisor = generator(correction);
  const parts = Array.from({ length: blocks }, (_, i) => words.slice(i * data, (i + 1) * data));
  const corrections = parts.map((part) => correctionOf(part, divisor));
  const interleave = (lists) => lists[0].flatMap((_, i) => lists.map((list) => list[i]));
  return [...interleave(parts), ...interleave(corrections)];
}

/** Everything that does not depend on the text; `fixed` says where it is. */
function frame(version) {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => new Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (row, column, value) => {
    if (!(row in dark) || !(column in dark)) return;
    dark[row][column] = value;
    fixed[row][column] = true;
  };
  /** Squares within squares around a place, down to `radius`; those at the distances named are light. */
  const rings = (row, column, radius, light) => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        set(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
      }
    }
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) rings(row, column, 4, [2, 4]);
  if (version > 1) rings(size - 7, size - 7, 2, [1]);
  formatPlaces(size).flat().forEach(([row, column]) => set(row, column, false));
  set(size - 8, 8, true);
  return { size, dark, fixed, set };
}

/** Where the 15 bits of the format stand, the lowest first, twice. */
function formatPlaces(size) {
  const around = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => [row, 8]);
  const beside = [7, 5, 4, 3, 2, 1, 0].map((column) => [8, column]);
  const right = Array.from({ length: 8 }, (_, i) => [8, size - 1 - i]);
  const below = Array.from({ length: 7 }, (_, i) => [size - 7 + i, 8]);
  return [[...around, ...beside], [...right, ...below]];
}

/** Level M is 00 in front of the mask's number; then a BCH code, and a pattern over all. */
function formatBits(mask) {
  let rest = mask << 10;
  for (let bit = 14; bit >= 10; bit -= 1) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10);
  return ((mask << 10) | rest) ^ 0x5412;
}

/** Up and down in strips of two columns from the right, around what is fixed. */
function* path({ size, fixed }) {
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let i = 0; i < size; i += 1) {
      const row = up ? size - 1 - i : i;
      for (const column of [right, right - 1]) if (!fixed[row][column]) yield [row, column];
    }
  }
}

const masks = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (y, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

function drawWith(mask, version, words) {
  const grid = frame(version);
  const places = [...path(grid)];
  places.forEach(([row, column], i) => {
    const bit = Boolean((words[i >> 3] ?? 0) & (128 >> (i & 7)));
    grid.dark[row][column] = bit !== masks[mask](row, column);
  });
  const bits = formatBits(mask);
  for (const copy of formatPlaces(grid.size)) copy.forEach(([row, column], i) => grid.set(row, column, Boolean(bits & (1 << i))));
  return grid.dark;
}

/** How hard it is to read, by the standard's four rules: runs, blocks, what looks like a corner, imbalance. */
function penalty(dark) {
  const size = dark.length;
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]))].map((line) => line.map(Number).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const same = [dark[y - 1][x], dark[y][x - 1], dark[y - 1][x - 1]].every((each) => each === dark[y][x]);
      if (same) sum += 3;
    }
  }
  const share = dark.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/** The modules of a code, rows of true for dark; undefined where the text is too long. */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + versions.findIndex(({ blocks, data }) => bytes.length + headBytes <= blocks * data);
  if (!version) return undefined;
  const words = codewords(bytes, versions[version - 1]);
  const drawn = masks.map((_, mask) => drawWith(mask, version, words));
  const costs = drawn.map(penalty);
  return drawn[costs.indexOf(Math.min(...costs))];
}

/** A picture of a code with its quiet zone; undefined where the text is too long. */
export function drawCode(text, label) {
  const dark = encode(text);
  if (!dark) return undefined;
  const size = dark.length + 8;
  const outline = dark.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join('');
  return s(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    s('rect', { width: size, height: size, fill: '#fff' }),
    s('path', { d: outline, fill: '#000' }),
  );
}
