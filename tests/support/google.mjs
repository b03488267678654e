/**
 * Google, as far as signing in needs it: keys that the test makes, an HTTPS server that publishes them with a
 * certificate that the test makes too, and ID tokens signed with them.
 *
 *     const google = await startGoogle();
 *     startService({ database, env: google.env });
 *     google.token({ sub: '117' })                       // a good one; claims on top of the usual ones
 *     google.token({ sub: '117' }, { key, kid, header }) // signed with another key, or with other words in its header
 *     google.rotate()                                    // a new key signs from now on, the old one is no longer published
 *     google.answer = (request, response) => …           // instead of the keys
 *     await google.stop();
 *
 *     const anna = await signIn(api, google, { sub: 'anna' });   // a client with the session's token
 */
import { execFile } from 'node:child_process';
import { createSign, generateKeyPair, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const makeKeyPair = promisify(generateKeyPair);

export const clientId = '1234-tests.apps.example';

const encode = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A key with its id, as the set of keys shows it. */
export async function makeKey({ bits = 2048, kid = randomUUID() } = {}) {
  const { publicKey, privateKey } = await makeKeyPair('rsa', { modulusLength: bits });
  const { n, e } = publicKey.export({ format: 'jwk' });
  return { kid, privateKey, publicKey, jwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e } };
}

/** A certificate for 127.0.0.1 and one of the authority that signed it, as files in a folder. */
async function makeCertificates(folder) {
  const at = (name) => join(folder, name);
  const openssl = (...args) => run('openssl', args);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl('req', '-x509', ...newKey, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '2', '-subj', '/CN=tests');
  await openssl('req', ...newKey, '-keyout', at('server.key'), '-out', at('server.csr'), '-subj', '/CN=127.0.0.1');
  writeFileSync(at('server.ext'), 'subjectAltName=IP:127.0.0.1\n');
  const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', at('server.ext')];
  await openssl('x509', '-req', '-in', at('server.csr'), ...signing, '-out', at('server.pem'));
}

class Google {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'reversid-google-'));
    this.requests = 0;
    this.maxAge = 3600;
    this.answer = (request, response) => this.publish(response);
  }

  async start() {
    const at = (name) => join(this.folder, name);
    const [key] = await Promise.all([makeKey(), makeCertificates(this.folder)]);
    Object.assign(this, { key, published: [key] });
    const options = { key: readFileSync(at('server.key')), cert: readFileSync(at('server.pem')) };
    this.server = https.createServer(options, (request, response) => {
      this.requests += 1;
      this.answer(request, response);
    });
    this.server.unref();
    await this.listen(0);
    return this;
  }

  async listen(port) {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = this.server.address().port;
  }

  /** The settings of a service that asks this one. */
  get env() {
    return {
      REVERSID_GOOGLE_CLIENT_IDS: `other.apps.example, ${clientId}`,
      REVERSID_GOOGLE_JWKS_URL: `https://127.0.0.1:${this.port}/certs`,
      REVERSID_GOOGLE_CA_FILE: join(this.folder, 'ca.pem'),
    };
  }

  publish(response) {
    const body = JSON.stringify({ keys: this.published.map(({ jwk }) => jwk) });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': `public, max-age=${this.maxAge}` });
    response.end(body);
  }

  async rotate() {
    this.key = await makeKey();
    this.published = [this.key];
  }

  /** An ID token. `key` signs, and its id is named unless `kid` or `header` says otherwise. */
  token(claims = {}, { key = this.key, kid = key.kid, header = {} } = {}) {
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      iss: 'https://accounts.google.com',
      aud: clientId,
      sub: randomUUID(),
      email: 'somebody@mail.example',
      email_verified: true,
      name: 'Some Body',
      iat: now,
      exp: now + 3600,
    };
    const words = `${encode({ alg: 'RS256', kid, typ: 'JWT', ...header })}.${encode({ ...usual, ...claims })}`;
    return `${words}.${createSign('RSA-SHA256').update(words).sign(key.privateKey, 'base64url')}`;
  }

  /** Nobody listens there any more. */
  async close() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async stop() {
    if (this.server.listening) await this.close();
    rmSync(this.folder, { recursive: true });
  }
}

export function startGoogle() {
  return new Google().start();
}

/**
 * Signs somebody in.
 *
 * @param api     a client; with a guest's token the guest becomes that player
 * @param claims  of the ID token: `sub` says who, a new person where it is left out
 * @return        the same client with the session's token; `player` and `session` are what the service answered
 */
export async function signIn(api, google, claims = {}) {
  const body = { credential: google.token(claims), nonce: claims.nonce };
  const { json } = await api.post('/v1/auth/google', body, { expect: [200, 201] });
  return Object.assign(api.as(json.access_token), { player: json.player, session: json });
}
