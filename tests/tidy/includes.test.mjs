/** Who includes whom: the layers of docs/ARCHITECTURE.md, as a table. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { files, includesOf, root } from './tree.mjs';

/**
 * For each folder: `own`, what of ours it may include beside its own files (a folder, or one header), and `libraries`,
 * the headers of other projects that it alone, or with those named the same, may know.
 */
const layers = {
  'engine/include/reversi': { own: [] },
  'engine/src': { own: ['reversi'], libraries: ['immintrin.h', 'arm_neon.h', 'sys/mman.h', 'zlib.h'] },
  'engine/tools': { own: ['reversi'], libraries: ['zlib.h', 'sys/file.h'] },
  service: { own: ['base', 'endpoints', 'jobs'] },
  'service/base': { own: [], libraries: ['openssl/'] },
  'service/domain': { own: ['reversi', 'base/error.h', 'base/mix.h', 'base/uuid.h'] },
  'service/ai': { own: ['reversi', 'base'] },
  'service/auth': { own: ['base', 'json/reader.h'], libraries: ['openssl/', 'curl/curl.h'] },
  'service/json': { own: ['base', 'domain'], libraries: ['jansson.h'] },
  'service/http': {
    own: ['base', 'json/writer.h'],
    libraries: ['microhttpd.h', 'zlib.h', 'linux/tcp.h'],
  },
  'service/names': { own: ['base', 'domain/game.h'], libraries: ['unicode/'] },
  'service/store': { own: ['base', 'domain', 'auth'], libraries: ['libpq-fe.h'] },
  'service/events': { own: ['base', 'http', 'store'] },
  'service/jobs': { own: ['base', 'domain', 'ai', 'events', 'names', 'store'] },
  'service/record': { own: ['base', 'domain'] },
  'service/render': { own: ['reversi', 'base'], libraries: ['png.h'] },
  'service/endpoints': {
    own: 'base domain ai auth json names http store events jobs record render reversi'.split(' '),
  },
};

const standard = `assert ctype errno inttypes limits math setjmp signal stdarg stdatomic stdbool stddef stdint stdio
  stdlib stdnoreturn string time`.split(/\s+/);
const posix = `arpa/inet dirent fcntl getopt netdb netinet/in netinet/tcp poll pthread sched semaphore spawn strings sys/epoll
  sys/eventfd sys/mman sys/prctl sys/random sys/resource sys/signalfd sys/socket sys/stat sys/syscall sys/time sys/types sys/uio sys/un
  sys/wait syslog unistd`.split(/\s+/);

/** Pure code decides and computes: none of the headers that let it print, wait, ask the time or the system. */
const pure = {
  'engine/include/reversi': ['stdatomic', 'stdbool', 'stddef', 'stdint'],
  'engine/src': ['assert', 'limits', 'math', 'pthread', 'stdatomic', 'stdbool', 'stddef', 'stdint', 'stdlib', 'string'],
  'service/domain': ['assert', 'inttypes', 'limits', 'math', 'stdbool', 'stddef', 'stdint', 'stdio', 'stdlib', 'string'],
};

function folderOf(file) {
  return file.slice(0, file.lastIndexOf('/'));
}

function mayInclude(folder, { system, name }) {
  const { own, libraries = [] } = layers[folder];
  if (system) {
    const allowed = pure[folder] ?? [...standard, ...posix];
    return allowed.some((header) => name === `${header}.h`) || libraries.some((library) => name.startsWith(library));
  }
  const home = folder.slice(folder.lastIndexOf('/') + 1);
  return !name.includes('/') || [home, ...own].some((each) => name === each || name.startsWith(`${each}/`));
}

test('every folder of code is a row of the table', () => {
  const folders = new Set(files(/^(engine|service)\/.*\.[ch]$/).map(folderOf));
  assert.deepEqual([...folders].sort(), Object.keys(layers).sort());
});

for (const folder of Object.keys(layers)) {
  test(`${folder} includes what its layer may`, () => {
    const wrong = files(/\.(c|h|def)$/)
      .filter((file) => folderOf(file) === folder)
      .flatMap((file) =>
        includesOf(file)
          .filter((include) => !mayInclude(folder, include))
          .map(({ line, name }) => `${file}:${line} includes ${name}`),
      );
    assert.deepEqual(wrong, []);
  });
}

test('the headers named in the table exist', () => {
  const named = Object.values(layers).flatMap(({ own }) => own.filter((each) => each.endsWith('.h')));
  for (const header of named) {
    assert.ok(readdirSync(join(root, 'service', folderOf(header))).includes(header.split('/').pop()), header);
  }
});

test('no C file includes another', () => {
  const wrong = files(/\.[ch]$/).flatMap((file) =>
    includesOf(file)
      .filter(({ name }) => name.endsWith('.c'))
      .map(({ line, name }) => `${file}:${line} includes ${name}`),
  );
  assert.deepEqual(wrong, []);
});
