/**
 * Makes what the service serves at /v1/openapi.json and /v1/openapi.yaml: the contract with every example in place.
 *
 *     node web/docs/bundle.mjs <folder>      writes openapi.json and openapi.yaml there, and openapi.d: what they
 *                                            were made from, for make and ninja
 *
 * api/openapi.yaml stays free of examples; each lives in a file of its own, api/examples/<operationId>/<case>.json:
 *
 *     { "summary": "…",
 *       "request":  { "path": {…}, "query": {…}, "headers": {…}, "body": … },     all optional
 *       "response": { "status": 201, "type": "application/json", "headers": {…}, "body": … } }
 *
 * `type` may be left out where the contract names one for that status. `body` is left out where there is none to show (a PNG).
 *
 * It stays free, too, of what follows from a rule, and is put in here: RateLimit and RateLimit-Policy in the answers of
 * operations with x-bucket, WWW-Authenticate in those with the code scope-missing, and that fields of bodies may be null where
 * they may be left out.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import YAML from 'yaml';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const contractFile = join(root, 'api/openapi.yaml');
const examplesFolder = join(root, 'api/examples');
const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** A YAML text, parsed. A key that stands twice is an error. */
export function parseYaml(text) {
  return YAML.parse(text, { uniqueKeys: true });
}

/** The contract as it is written, parsed. */
export function readContract() {
  return parseYaml(readFileSync(contractFile, 'utf8'));
}

/** All operations: [{ id, method, path, operation }], methods in upper case. */
export function operationsOf(contract) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({
        id: item[method].operationId,
        method: method.toUpperCase(),
        path,
        operation: item[method],
      })),
  );
}

/** All examples: [{ operation, name, file, summary, request, response }], in order of their names. */
export function readExamples() {
  return readdirSync(examplesFolder)
    .sort()
    .flatMap((operation) =>
      readdirSync(join(examplesFolder, operation))
        .sort()
        .map((entry) => {
          const file = join(examplesFolder, operation, entry);
          const name = entry.replace(/\.json$/, '');
          return { operation, name, file, ...JSON.parse(readFileSync(file, 'utf8')) };
        }),
    );
}

/** The media type of an example's answer: the one it names, or the only one that the contract has. */
export function mediaTypeOf(example, response) {
  return example.response.type ?? Object.keys(response.content ?? {})[0];
}

function resolve(contract, node) {
  if (!node?.$ref) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], contract);
}

function addExample(media, example, value) {
  media.examples ??= {};
  media.examples[example.name] = { summary: example.summary, value };
}

function place(contract, operation, example) {
  const body = example.request?.body;
  if (body !== undefined && example.response.status < 400) {
    addExample(operation.requestBody.content['application/json'], example, body);
  }
  const status = String(example.response.status);
  const response = structuredClone(resolve(contract, operation.responses[status]));
  if (!response) throw new Error(`${example.file}: ${example.operation} has no answer ${status}`);
  operation.responses[status] = response;
  if (example.response.body === undefined) return;
  const media = response.content?.[mediaTypeOf(example, response)];
  if (!media) throw new Error(`${example.file}: the answer ${status} has no such media type`);
  addExample(media, example, example.response.body);
}

const rateHeaders = { RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' };

/** Has an answer carry these headers: each under its name in `components`, with this ending. */
function addRateHeaders(response, ending) {
  for (const [name, component] of Object.entries(rateHeaders)) {
    response.headers[name] ??= { $ref: `#/components/headers/${component}${ending}` };
  }
}

/**
 * Declares who tells where the caller's bucket stands: every answer of an operation that has one, but of errors only those
 * that were not found before the request was counted.
 */
function declareRates(contract, operations) {
  const { headers } = contract.components;
  for (const component of Object.values(rateHeaders)) {
    const { required, description, ...rest } = headers[component];
    headers[`${component}IfCounted`] = { description: `${description.trim()} Where the request was counted.`, ...rest };
  }
  const uncounted = new Set();
  for (const operation of operations) {
    for (const [status, reference] of Object.entries(operation.responses)) {
      const response = resolve(contract, reference);
      if (status >= '400') addRateHeaders(response, 'IfCounted');
      else if (operation['x-bucket']) addRateHeaders(response, '');
      else uncounted.add(response);
    }
  }
  for (const response of uncounted) {
    if (response.headers.RateLimit) throw new Error(`an operation without a bucket shares "${response.description}"`);
  }
}

/** Declares which scope is missing, where an answer with that code may have others too. */
function declareScopes(contract, operations) {
  const { required, description, ...rest } = contract.components.headers.WwwAuthenticate;
  contract.components.headers.WwwAuthenticateIfScope = { description: 'With `scope-missing`: the scope that is needed.', ...rest };
  for (const operation of operations) {
    for (const reference of Object.values(operation.responses)) {
      const response = resolve(contract, reference);
      if (!response['x-codes']?.includes('scope-missing')) continue;
      response.headers['WWW-Authenticate'] ??= { $ref: '#/components/headers/WwwAuthenticateIfScope' };
    }
  }
}

/** Allows null in a schema. */
function allowNull(schema) {
  schema.nullable = true;
  if (schema.enum && !schema.enum.includes(null)) schema.enum.push(null);
}

/** How often each shared schema is named, by its reference. */
function countReferences(node, counts = new Map()) {
  if (node === null || typeof node !== 'object') return counts;
  if (typeof node.$ref === 'string') counts.set(node.$ref, (counts.get(node.$ref) ?? 0) + 1);
  for (const child of Object.values(node)) countReferences(child, counts);
  return counts;
}

/**
 * Declares that a field that is null counts as left out, in each body that is sent. A schema that stands for other things as
 * well stays as it is: the field gets a copy of it.
 */
function declareNulls(contract, operations) {
  const optional = []; /* [properties, name] */
  const collect = (schema, seen) => {
    const found = resolve(contract, schema);
    if (!found || seen.has(found)) return;
    seen.add(found);
    for (const [name, property] of Object.entries(found.properties ?? {})) {
      if (!found.required?.includes(name)) optional.push([found.properties, name]);
      collect(property, seen);
    }
    collect(found.items, seen);
  };
  const seen = new Set();
  for (const { requestBody } of operations) collect(requestBody?.content['application/json'].schema, seen);
  const optionalUses = countReferences(optional.map(([properties, name]) => properties[name]));
  const uses = countReferences(contract);
  for (const [properties, name] of optional) {
    const reference = properties[name].$ref;
    const isShared = reference && uses.get(reference) > optionalUses.get(reference);
    if (isShared) properties[name] = structuredClone(resolve(contract, properties[name]));
    allowNull(resolve(contract, properties[name]));
  }
}

/** Says in each error's description which codes it comes with, for readers of the page. */
function describeCodes(response) {
  if (!response['x-codes']) return;
  const codes = response['x-codes'].map((code) => `\`${code}\``).join(', ');
  response.description = `${response.description.trim()} Codes: ${codes}.`;
}

/** Leaves out shared answers that examples have made each operation's own. */
function dropUnusedResponses(contract) {
  const text = JSON.stringify(contract.paths);
  for (const name of Object.keys(contract.components.responses)) {
    if (!text.includes(`"#/components/responses/${name}"`)) {
      delete contract.components.responses[name];
    }
  }
}

/** The contract as it is served. */
export function bundle() {
  const contract = readContract();
  const operations = new Map(operationsOf(contract).map((each) => [each.id, each.operation]));
  declareRates(contract, operations.values());
  declareScopes(contract, operations.values());
  declareNulls(contract, [...operations.values()]);
  for (const example of readExamples()) {
    const operation = operations.get(example.operation);
    if (!operation) throw new Error(`${example.file}: there is no operation ${example.operation}`);
    place(contract, operation, example);
  }
  for (const response of Object.values(contract.components.responses)) describeCodes(response);
  for (const operation of operations.values()) {
    Object.values(operation.responses).forEach(describeCodes);
  }
  dropUnusedResponses(contract);
  return contract;
}

/** Everything that the bundle is made from; folders, so that a new or removed example counts. */
function sources() {
  const files = readExamples().map((example) => example.file);
  const folders = files.map((file) => dirname(file));
  return [...new Set([contractFile, examplesFolder, ...folders, ...files])];
}

/** Writes both forms, and what they depend on, into a folder. */
export function writeBundle(folder) {
  const contract = bundle();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(contract)}\n`);
  writeFileSync(
    join(folder, 'openapi.yaml'),
    YAML.stringify(contract, { aliasDuplicateObjects: false, lineWidth: 0 }),
  );
  const escaped = sources().map((file) => file.replaceAll(' ', '\\ '));
  writeFileSync(join(folder, 'openapi.d'), `${join(folder, 'openapi.json')}: ${escaped.join(' ')}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.length !== 3) {
    console.error('usage: node web/docs/bundle.mjs <folder>');
    process.exit(2);
  }
  writeBundle(process.argv[2]);
}
