/**
 * A service that answers with the contract's examples, for trying a client without the real one:
 *
 *     node tests/support/mock.mjs [port]
 *
 * A request gets the example whose path and query are its own, otherwise the operation's first good one.
 */
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { mediaTypeOf, readExamples } from '../../web/docs/bundle.mjs';
import { loadContract } from './contract.mjs';

const contract = loadContract();
const examples = readExamples();
const sampleHeaders = {
  ETag: 'W/"example"',
  RateLimit: '"reads";r=119;t=1',
  'RateLimit-Policy': '"reads";q=1200;w=60',
  'Retry-After': '1',
  'WWW-Authenticate': 'Bearer',
};

/** The target of an example's request: its path with the query. */
export function targetOf(example) {
  const { path = {}, query = {} } = example.request ?? {};
  const template = contract.byId(example.operation).path;
  const filled = template.replace(/\{([^}]+)\}/g, (_, name) => path[name] ?? 'missing');
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return text ? `${filled}?${text}` : filled;
}

/** The answer that an example shows, complete: { status, headers, body }, headers by lower-case name. */
export function answerOf(example) {
  const { status, body: shown, headers: own = {} } = example.response;
  const { operation } = contract.byId(example.operation);
  const response = contract.resolve(operation.responses[String(status)]);
  const type = mediaTypeOf(example, response);
  const headers = { 'x-request-id': shown?.request_id ?? 'example' };
  for (const [name, reference] of Object.entries(response.headers ?? {})) {
    const { required, schema } = contract.resolve(reference);
    if (required) headers[name.toLowerCase()] ??= schema.enum?.[0] ?? sampleHeaders[name] ?? 'any';
  }
  if (type) headers['content-type'] = type;
  for (const [name, value] of Object.entries(own)) headers[name.toLowerCase()] = value;
  if (shown === undefined) {
    const filler = type?.endsWith('json') ? '{}' : 'not shown';
    return { status, headers, body: response.content ? filler : '' };
  }
  return { status, headers, body: typeof shown === 'string' ? shown : JSON.stringify(shown) };
}

function unknownRoute(requestId) {
  const { title, status } = contract.codes['route-not-found'];
  const type = '/v1/problems/route-not-found';
  const problem = { type, title, status, detail: title, code: 'route-not-found', request_id: requestId };
  const headers = { 'x-request-id': requestId, 'content-type': 'application/problem+json' };
  return { status, headers, body: JSON.stringify(problem) };
}

function answerTo(method, target) {
  const operation = contract.find(method, target);
  if (!operation) return unknownRoute('example');
  const own = examples.filter((each) => each.operation === operation.id);
  const exact = own.find((each) => targetOf(each) === target);
  return answerOf(exact ?? own.find((each) => each.response.status < 400) ?? own[0]);
}

/** Serves on a port of 127.0.0.1, 0 for a free one. Resolves to the http.Server once it listens. */
export function serveExamples(port = 0) {
  const server = http.createServer((request, response) => {
    request.resume();
    const { status, headers, body } = answerTo(request.method, request.url);
    response.writeHead(status, headers);
    response.end(body);
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serveExamples(Number(process.argv[2] ?? 8081));
  console.log(`examples on http://127.0.0.1:${server.address().port}`);
}
