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
