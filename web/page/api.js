/**
 * The public API, as this page uses it. The token travels in a header only. Commands are repeatable by design, so one
 * whose answer was lost is sent again until there is an answer.
 */
import * as kept from './kept.js';

/** The service refused; `code` tells why, `state` is what it was about as it is now, where that helps. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.title ?? String(status));
    this.status = status;
    this.code = problem.code;
    this.state = problem.state;
  }
}

/** No answer came, or none that means anything: it is worth trying again. */
export class Unreachable extends Error {}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** So long before an access token ends it is replaced. */
const earlyMs = 60_000;

let refreshing;

/** A signed-in player's next token; pages that do it at the same time get the same one. */
async function refresh({ refresh_token: token }) {
  try {
    const renewed = await read(await ask('POST', '/v1/auth/refresh', { body: { refresh_token: token }, anonymous: true }));
    kept.setSession({ ...kept.session(), ...renewed });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    kept.dropSession();
  }
}

/** The token to send, renewed where it is due; undefined where this browser is nobody yet. */
async function accessToken() {
  const session = kept.session();
  if (session?.refresh_token && Date.parse(session.expires_at) - Date.now() < earlyMs) {
    refreshing ??= refresh(session).finally(() => (refreshing = undefined));
    await refreshing;
  }
  return kept.session()?.access_token;
}

/** One request. Resolves to the response, whatever its status; rejects with Unreachable, or as `signal` does. */
export async function ask(method, path, { body, headers, signal, anonymous } = {}) {
  const token = anonymous ? undefined : await accessToken();
  const all = { Accept: 'application/json', ...headers };
  if (token) all.Authorization = `Bearer ${token}`;
  if (body !== undefined) all['Content-Type'] = 'application/json';
  try {
    return await fetch(path, { method, headers: all, signal, cache: 'no-store', body: body && JSON.stringify(body) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
}

async function readJson(response) {
  try {
    return response.status === 204 || response.status === 304 ? undefined : await response.json();
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

/** The body of an answer; rejects with Refused, or with Unreachable where the service is overloaded or away. */
export async function read(response) {
  const json = await readJson(response);
  if (response.status < 400) return json;
  if (response.status === 401) kept.dropSession();
  if (response.status === 429 || response.status >= 502) throw new Unreachable(json?.code);
  throw new Refused(response.status, json ?? {});
}

/** Becomes a guest, unless this browser is somebody already. */
export async function ensureSession() {
  if (!kept.session()) kept.setSession(await read(await ask('POST', '/v1/auth/guest', { anonymous: true })));
  return kept.session();
}

/** Reads something. Where my token is no longer good it is forgotten, and what anybody may see is shown as to anybody. */
export async function get(path, options) {
  const known = kept.session();
  try {
    return await read(await ask('GET', path, options));
  } catch (error) {
    if (error.status === 401 && known) return read(await ask('GET', path, options));
    throw error;
  }
}

/** Tries until there is an answer, ever more patiently; `waiting` is told before each pause. */
async function persist(attempt, waiting) {
  for (let pause = 500; ; pause = Math.min(2 * pause, 8000)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      waiting?.();
      await sleep(pause);
    }
  }
}

/** Something that I do; sent again until it is answered. A token that is no longer good is replaced once. */
export async function command(method, path, body, { headers, waiting } = {}) {
  const attempt = async () => {
    await ensureSession();
    return read(await ask(method, path, { body, headers }));
  };
  try {
    return await persist(attempt, waiting);
  } catch (error) {
    if (error.status === 401) return persist(attempt, waiting);
    throw error;
  }
}

/** The same where a refusal needs no words, since what is shown tells how things stand. */
export async function commandQuietly(...all) {
  try {
    return await command(...all);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Something that nobody guesses. (Pages without TLS have no crypto.randomUUID.) */
export function randomName() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Makes something new; the key makes it one thing, however often the request arrives. */
export function create(path, body, options) {
  return command('POST', path, body, { ...options, headers: { 'Idempotency-Key': randomName() } });
}
