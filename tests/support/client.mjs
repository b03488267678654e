/**
 * How tests talk to the service. Every answer is held against the contract before the test sees it.
 *
 *     import { connect } from '../support/client.mjs';
 *
 *     const api = connect();                          // REVERSID_URL, or a URL given
 *     const alice = await api.guest();                // the same client with a new guest's token
 *     const made = await alice.post('/v1/games', { opponent: { type: 'ai', level: 'easy' } }, { expect: 201 });
 *     const game = made.json;
 *     const moved = await alice.put(`/v1/games/${game.id}/moves/1`, { square: 'f5' }, { query: { wait: 25 } });
 *     moved.status, moved.headers['etag'], moved.json, moved.text, moved.body (Buffer)
 *
 * An object as body is sent as JSON; a string or Buffer as it is, with `type` as its content type (application/json
 * unless said otherwise; null: none). `expect`, a status or several, throws with the answer in full when another comes.
 */
import http from 'node:http';
import net from 'node:net';
import { gunzipSync } from 'node:zlib';
import { loadContract } from './contract.mjs';

const patienceMs = 60_000;

/** A client of the service at `url`. Close it, or the connections that it keeps hold the process for a while. */
export function connect(url = process.env.REVERSID_URL) {
  if (!url) throw new Error('REVERSID_URL must name a running service, as http://127.0.0.1:8080');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  return new Client({ url: new URL(url), agent, contract: loadContract() });
}

class Answer {
  constructor({ status, headers, rawHeaders, body, json, operation }) {
    Object.assign(this, { status, headers, rawHeaders, body, json, operation });
  }

  get text() {
    return this.body.toString('utf8');
  }
}

class Client {
  constructor(parts, token) {
    this.parts = parts;
    this.token = token;
  }

  get contract() {
    return this.parts.contract;
  }

  /** The same service and connections, with another token; undefined: without one. */
  as(token) {
    return new Client(this.parts, token);
  }

  /** A client for a new guest; `player`, `token` and `expires_at` are what the service answered. */
  async guest() {
    const { json } = await this.as(undefined).post('/v1/auth/guest', undefined, { expect: 201 });
    return Object.assign(this.as(json.access_token), {
      player: json.player,
      expires_at: json.expires_at,
    });
  }

  get(path, options) {
    return this.request('GET', path, options);
  }

  head(path, options) {
    return this.request('HEAD', path, options);
  }

  options(path, options) {
    return this.request('OPTIONS', path, options);
  }

  post(path, body, options) {
    return this.request('POST', path, { ...options, body });
  }

  put(path, body, options) {
    return this.request('PUT', path, { ...options, body });
  }

  patch(path, body, options) {
    return this.request('PATCH', path, { ...options, body });
  }

  delete(path, options) {
    return this.request('DELETE', path, options);
  }

  /**
   * One request.
   *
   * @param options  query: object, undefined values left out; headers: object; body, type, expect: see above;
   *                 token: instead of the client's, null for none; signal: to break it off;
   *                 check: false leaves the contract out (for a peer that is not the service)
   * @return         an Answer; rejects when the connection fails before the answer is complete
   */
  async request(method, path, options = {}) {
    const { expect, check = true } = options;
    const target = withQuery(path, options.query);
    const raw = await this.exchange(method, target, options);
    const answer = this.answer(method, target, raw, check);
    if (expect !== undefined && ![expect].flat().includes(answer.status)) {
      throw new Error(`${method} ${target}: ${answer.status}, not ${expect}\n${answer.text}`);
    }
    return answer;
  }

  answer(method, target, raw, check) {
    const packed = raw.headers['content-encoding'] === 'gzip' && raw.body.length > 0;
    const body = packed ? gunzipSync(raw.body) : raw.body;
    const { status, headers } = raw;
    // Who signs in shows an e-mail address, which goes no further.
    if (body.includes('@mail.example') || (body.includes('.eyJ') && /eyJ[\w-]{10,}\.eyJ/.test(body))) {
      throw new Error(`${method} ${target} answers a secret`);
    }
    const seen = check ? this.contract.check({ method, path: target, status, headers, body }) : {};
    return new Answer({ ...raw, body, ...seen });
  }

  open(method, target, options) {
    const { body, type } = encode(options);
    const headers = { ...options.headers };
    const token = options.token === undefined ? this.token : options.token;
    if (token) headers.Authorization ??= `Bearer ${token}`;
    if (body !== undefined) {
      if (type) headers['Content-Type'] ??= type;
      headers['Content-Length'] ??= String(body.length);
    } else if (['POST', 'PUT', 'PATCH'].includes(method)) {
      headers['Content-Length'] ??= '0';
    }
    const { hostname: host, port } = this.parts.url;
    const { agent } = this.parts;
    const request = http.request({ host, port, method, path: target, headers, agent, signal: options.signal });
    request.setTimeout(patienceMs, () => request.destroy(new Error(`${method} ${target}: no answer`)));
    request.end(body);
    return request;
  }

  exchange(method, target, options) {
    return new Promise((resolve, reject) => {
      const request = this.open(method, target, options);
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks = [];
        response.on('error', reject);
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode: status, headers, rawHeaders } = response;
          resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
        });
      });
    });
  }

  /**
   * Opens a stream of a game's events.
   *
   * @param options  accept: 'text/event-stream' (default) or 'application/x-ndjson'; lastEventId; token; headers
   * @return         a Stream; where the answer is not 200 it rejects with an error whose `answer` is that Answer
   */
  stream(path, options = {}) {
    const accept = options.accept ?? 'text/event-stream';
    const headers = { Accept: accept, ...options.headers };
    if (options.lastEventId !== undefined) headers['Last-Event-ID'] = String(options.lastEventId);
    return new Promise((resolve, reject) => {
      const request = this.open('GET', path, { token: options.token, headers });
      request.setTimeout(0);
      request.on('error', reject);
      request.on('response', (response) => {
        const { statusCode: status, headers: answered } = response;
        if (status === 200) {
          resolve(new Stream(this.contract, path, request, response));
          return;
        }
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const raw = { status, headers: answered, body: Buffer.concat(chunks) };
          try {
            const answer = this.answer('GET', path, raw, true);
            reject(Object.assign(new Error(`${path}: ${status} instead of a stream`), { answer }));
          } catch (error) {
            reject(error);
          }
        });
      });
    });
  }

  /**
   * Sends bytes as they are and reads until the service closes the connection or the answer is complete: for
   * requests that no HTTP library would send. `method` and `path` say which operation was meant, for the contract.
   *
   * @return  an Answer; rejects where the service closes without one
   */
  raw(bytes, { method = 'GET', path = '/', check = true } = {}) {
    const { hostname: host, port } = this.parts.url;
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host, port: Number(port) });
      let received = Buffer.alloc(0);
      const settle = () => {
        socket.destroy();
        try {
          resolve(this.answer(method, path, parseAnswer(received), check));
        } catch (error) {
          reject(error);
        }
      };
      socket.setTimeout(patienceMs, settle);
      socket.on('connect', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (isComplete(received)) settle();
      });
      socket.on('end', settle);
      socket.on('error', (error) => (received.length ? settle() : reject(error)));
    });
  }

  /** Closes the connections that are kept. */
  close() {
    this.parts.agent.destroy();
  }
}

/**
 * The events of one game, each held against the contract: for await (const { id, game } of stream); or of everything, as
 * they are. Also next(), which waits for the following event, undefined at the end. `comments` counts the heartbeats.
 */
class Stream {
  constructor(contract, path, request, response) {
    Object.assign(this, { contract, path, request, response, comments: 0 });
    this.status = response.statusCode;
    this.headers = response.headers;
    this.ndjson = response.headers['content-type']?.startsWith('application/x-ndjson');
    this.events = this.read();
    // The first event stands for the body; the headers are held against the contract now.
    const { status, headers } = this;
    contract.check({ method: 'GET', path, status, headers, body: 'events' });
  }

  async next() {
    const { value, done } = await this.events.next();
    return done ? undefined : value;
  }

  [Symbol.asyncIterator]() {
    return this.events;
  }

  /** Breaks the connection off. */
  close() {
    this.request.destroy();
  }

  async *read() {
    let text = '';
    const separator = this.ndjson ? '\n' : '\n\n';
    this.response.setEncoding('utf8');
    for await (const chunk of this.response) {
      text += chunk;
      for (let end = text.indexOf(separator); end >= 0; end = text.indexOf(separator)) {
        const event = this.parse(text.slice(0, end));
        text = text.slice(end + separator.length);
        if (event) yield event;
      }
    }
    if (text) throw new Error(`${this.path}: the stream ended within an event: ${text}`);
  }

  parse(block) {
    const fields = this.ndjson ? { data: block } : parseEvent(block);
    if (!fields.data) {
      this.comments += 1;
      return undefined;
    }
    if (this.path.startsWith('/v1/events')) return this.parseAny(fields);
    const game = JSON.parse(fields.data);
    this.contract.checkGame(game, `an event of ${this.path}`);
    if (!this.ndjson && fields.event !== 'game') throw new Error(`event: ${fields.event}`);
    if (!this.ndjson && fields.id !== String(game.version)) {
      throw new Error(`the event's id is ${fields.id}, the game's version ${game.version}`);
    }
    return { id: game.version, game };
  }

  /** An event of everything: what it says is the event. */
  parseAny(fields) {
    const event = JSON.parse(fields.data);
    const where = `an event of ${this.path}`;
    this.contract.validate({ $ref: '#/components/schemas/Event' }, event, true, where);
    this.contract.checkGames(event, '', where);
    if (!this.ndjson && fields.event !== event.event) throw new Error(`event: ${fields.event}, not ${event.event}`);
    return event;
  }
}

function parseEvent(block) {
  const fields = {};
  for (const line of block.split('\n')) {
    const [, name, value] = /^([a-z]*): ?(.*)$/.exec(line) ?? [];
    if (name) fields[name] = value;
  }
  return fields;
}

function withQuery(path, query) {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (!pairs.length) return path;
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

function encode({ body, type }) {
  if (body === undefined) return {};
  const plain = Buffer.isBuffer(body) || typeof body === 'string';
  return {
    body: Buffer.from(plain ? body : JSON.stringify(body)),
    type: type === undefined ? 'application/json' : type,
  };
}

/** Status, headers by lower-case name, and body so far; `complete`: nothing more can follow. */
function parseAnswer(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`closed without an answer: ${JSON.stringify(bytes.toString())}`);
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
  const headers = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const rest = bytes.subarray(end + 4);
  if (status === 204 || status === 304) return { status, headers, body: rest, complete: true };
  if (headers['transfer-encoding'] === 'chunked') return { status, headers, ...readChunks(rest) };
  const length = Number(headers['content-length'] ?? Infinity);
  return { status, headers, body: rest.subarray(0, length), complete: rest.length >= length };
}

function readChunks(bytes) {
  const chunks = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = end < 0 ? NaN : parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    const next = end + 2 + size + 2;
    const complete = size === 0;
    if (complete || Number.isNaN(size) || next > bytes.length) {
      return { body: Buffer.concat(chunks), complete };
    }
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = next;
  }
}

function isComplete(bytes) {
  return bytes.includes('\r\n\r\n') && parseAnswer(bytes).complete;
}
