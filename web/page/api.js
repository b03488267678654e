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

/** A signed-in player's next token. The session is over where the service says so, and for no other reason. */
async function renew({ refresh_token: token }) {
  try {
    const renewed = await read(await send('POST', '/v1/auth/refresh', { body: { refresh_token: token } }));
    kept.setSession({ ...kept.session(), ...renewed });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status !== 401) throw new Unreachable(error.code);
    if (kept.session()?.refresh_token === token) kept.loseSession();
  }
}

/** The same for all that need it at the same time. */
function refresh(session) {
  refreshing ??= renew(session).finally(() => (refreshing = undefined));
  return refreshing;
}

/** The token to send, renewed where it is due; undefined where this browser is nobody yet. */
async function accessToken() {
  const session = kept.session();
  if (session?.refresh_token && Date.parse(session.expires_at) - Date.now() < earlyMs) await refresh(session);
  return kept.session()?.access_token;
}

/**
 * What to send after a token was refused: the next one of whoever signed in (this computer's clock may be wrong), or
 * another that came meanwhile; undefined where there is none, and a guest is nobody any more.
 */
async function tokenAfter(refused) {
  const session = kept.session();
  if (session?.access_token === refused) {
    if (session.refresh_token) await refresh(session);
    else kept.loseSession();
  }
  const next = kept.session()?.access_token;
  return next === refused ? undefined : next;
}

/**
 * One request. Resolves to the response, whatever its status; rejects with Unreachable, or as `signal` does. Where my token
 * is refused another is tried once; not where a 401 may be about what is in the body (`proves`).
 */
export async function ask(method, path, { anonymous, proves, ...options } = {}) {
  const token = anonymous ? undefined : await accessToken();
  const response = await send(method, path, { ...options, token });
  if (response.status !== 401 || !token || proves) return response;
  const next = await tokenAfter(token);
  if (!next) return response;
  const again = await send(method, path, { ...options, token: next });
  if (again.status === 401 && kept.session()?.access_token === next) kept.loseSession();
  return again;
}

async function send(method, path, { body, headers, signal, token }) {
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

/** What is too much only now; other things are too many until somebody takes one back. */
const passing = ['rate-limited', 'too-many-streams', 'too-many-studies'];

/** The body of an answer; rejects with Refused, or with Unreachable where the service is overloaded or away. */
export async function read(response) {
  const json = await readJson(response);
  if (response.status < 400) return json;
  if (response.status >= 502 || passing.includes(json?.code)) throw new Unreachable(json?.code);
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

/**
 * Something that I do; sent again until it is answered. A guest whose token is no longer good is replaced once; whoever had
 * signed in does not go on as somebody else.
 */
export async function command(method, path, body, { headers, waiting } = {}) {
  const signedIn = Boolean(kept.session()?.refresh_token);
  const attempt = async () => {
    if (!signedIn) await ensureSession();
    return read(await ask(method, path, { body, headers }));
  };
  try {
    return await persist(attempt, waiting);
  } catch (error) {
    if (error.status === 401 && !signedIn) return persist(attempt, waiting);
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

/** Keeps settings with the player, where this browser is somebody. */
export async function keepSettings(settings) {
  if (kept.session()) await commandQuietly('PATCH', '/v1/account', { settings });
}

/** Something that nobody guesses. (Pages without TLS have no crypto.randomUUID.) */
export function randomName() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Makes something new; the key makes it one thing, however often the request arrives. */
export function create(path, body, options) {
  return command('POST', path, body, { ...options, headers: { 'Idempotency-Key': randomName() } });
}
