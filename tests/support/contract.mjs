/**
 * The contract, executed: holds every answer that a test sees against api/openapi.yaml.
 *
 *     const contract = loadContract();
 *     const { operation, json } = contract.check({ method, path, status, headers, body });
 *
 * check throws a ContractError that names the operation and the place when the status is not listed for the
 * operation, a header that must be there is missing or malformed, one that clients read is not declared, the media type is not listed, the body has a field
 * that the schema does not name, an error code does not belong there, or a game contradicts itself (game.mjs).
 *
 * Schemas of answers are closed here: what a client may ignore, the service may not send undocumented.
 *
 * With REVERSID_CONTRACT_HITS naming a folder, each process appends what it saw to a file of its own there;
 * tests/contract/coverage.mjs adds them up.
 */
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, operationsOf } from '../../web/docs/bundle.mjs';
import { gamesIn, whatContradicts } from './game.mjs';

export class ContractError extends Error {}

/** An OpenAPI 3.0 schema as JSON Schema. `closed`: objects that list properties take no others. */
function toJsonSchema(node, closed) {
  if (Array.isArray(node)) return node.map((each) => toJsonSchema(each, closed));
  if (node === null || typeof node !== 'object') return node;
  if (node.$ref) return { $ref: `contract${closed ? '-closed' : ''}${node.$ref}` };
  const { nullable, example, ...rest } = node;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'enum' || key === 'default' ? value : toJsonSchema(value, closed),
    ]),
  );
  if (closed && schema.properties && schema.additionalProperties === undefined) {
    schema.additionalProperties = false;
  }
  return nullable ? { ...schema, type: [schema.type, 'null'] } : schema;
}

function makeAjv(contract) {
  const ajv = new Ajv({ allErrors: false, strict: true, strictTypes: false, strictRequired: false });
  addFormats(ajv);
  for (const format of ['int32', 'binary']) ajv.addFormat(format, true);
  for (const closed of [false, true]) {
    const schemas = toJsonSchema(contract.components.schemas, closed);
    ajv.addSchema({
      $id: `contract${closed ? '-closed' : ''}`,
      components: { schemas },
    });
  }
  ajv.addKeyword('components');
  return ajv;
}

function pathPattern(path) {
  const source = path.replace(/[.]/g, '\\.').replace(/\{([^}]+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source}$`);
}

/** Headers that mean something to clients: none comes undeclared. */
const telling = ['etag', 'idempotent-replay', 'location', 'ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate'];

function essence(contentType) {
  return contentType?.split(';')[0].trim().toLowerCase();
}

export class Contract {
  constructor(document = bundle()) {
    this.document = document;
    this.codes = document['x-error-codes'];
    this.operations = operationsOf(document).map((each) => ({
      ...each,
      pattern: pathPattern(each.path),
    }));
    const answers = this.operations
      .flatMap(({ operation }) => Object.values(operation.responses))
      .map((each) => this.resolve(each));
    this.outsideCodes = [
      'route-not-found',
      'method-not-allowed',
      ...answers.filter((each) => each['x-scope'] === 'server').flatMap((each) => each['x-codes']),
    ];
    this.ajv = makeAjv(document);
    this.validators = new Map();
    this.seen = new Set();
  }

  /** The node itself, or what its $ref names. */
  resolve(node) {
    if (!node?.$ref) return node;
    return node.$ref
      .slice(2)
      .split('/')
      .reduce((at, key) => at[key], this.document);
  }

  /** The operation that answers this method and path, or undefined. The query is ignored. */
  find(method, path) {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const plain = path.split('?')[0];
    return this.operations.find((each) => each.method === wanted && each.pattern.test(plain));
  }

  byId(id) {
    const operation = this.operations.find((each) => each.id === id);
    if (!operation) throw new ContractError(`the contract has no operation ${id}`);
    return operation;
  }

  /** Parameters of an operation, those of its path included, resolved. */
  parametersOf(operation) {
    const own = operation.operation.parameters ?? [];
    const shared = this.document.paths[operation.path].parameters ?? [];
    return [...shared, ...own].map((each) => this.resolve(each));
  }

  /** Throws unless `value` matches the schema. `closed` as for answers. */
  validate(schema, value, closed, where) {
    const key = JSON.stringify([closed, schema]);
    let validator = this.validators.get(key);
    if (!validator) {
      validator = this.ajv.compile(toJsonSchema(schema, closed));
      this.validators.set(key, validator);
    }
    if (!validator(value)) throw new ContractError(`${where}: ${explain(validator.errors)}`);
  }

  /** Throws unless `value` is a game as answers show it. */
  checkGame(value, where = 'game', path = '') {
    this.validate({ $ref: '#/components/schemas/Game' }, value, true, where);
    this.checkGames(value, path, where);
  }

  checkGames(json, path, where) {
    const earlier = /[?&]ply=/.test(path);
    for (const [at, game] of gamesIn(json)) {
      const fault = whatContradicts(game, earlier && at === '');
      if (fault) throw new ContractError(`${where}: the game at "${at}" contradicts itself: ${fault}`);
    }
  }

  /**
   * Holds one answer against the contract and notes that it was seen.
   *
   * @param answer  { method, path, status, headers, body }: path with its query; headers by lower-case name; body as a
   *                Buffer or string, decompressed
   * @return        { operation, json }: operation undefined where no operation has that path; json undefined
   *                where the body is none
   */
  check({ method, path, status, headers, body = '' }) {
    const operation = this.find(method, path);
    const where = `${operation?.id ?? 'no operation'} (${method} ${path}) → ${status}`;
    if (method === 'OPTIONS') return this.checkOptions(where, status, headers, body);
    if (!operation) return this.checkOutside(where, status, headers, body, method);
    const response = this.resolve(operation.operation.responses[String(status)]);
    if (!response) throw new ContractError(`${where}: the contract lists no such status\n${body}`);
    this.checkHeaders(where, response.headers ?? {}, headers);
    const json = this.checkBody(where, response, method, headers, body);
    if (json !== undefined) this.checkGames(json, path, where);
    if (essence(headers['content-type']) === 'application/problem+json' && json) {
      this.checkProblem(where, response['x-codes'] ?? [], status, headers, json);
    }
    this.record(operation.id, status, status >= 400 ? json?.code : undefined);
    return { operation, json };
  }

  checkHeaders(where, wanted, headers) {
    for (const [name, reference] of Object.entries(wanted)) {
      const header = this.resolve(reference);
      const value = headers[name.toLowerCase()];
      if (value === undefined) {
        if (header.required) throw new ContractError(`${where}: the header ${name} is missing`);
        continue;
      }
      const typed = header.schema.type === 'integer' ? Number(value) : value;
      this.validate(header.schema, typed, true, `${where}: header ${name}: ${value}`);
    }
    const declared = Object.keys(wanted).map((name) => name.toLowerCase());
    const undeclared = telling.filter((name) => name in headers && !declared.includes(name));
    if (undeclared.length) throw new ContractError(`${where}: the contract does not declare ${undeclared.join(', ')}`);
  }

  checkBody(where, response, method, headers, body) {
    if (method === 'HEAD' || !response.content) {
      if (body.length) throw new ContractError(`${where}: there must be no body`);
      return undefined;
    }
    const type = essence(headers['content-type']);
    const media = response.content[type];
    if (!media) throw new ContractError(`${where}: the contract lists no media type ${type}`);
    if (!body.length) throw new ContractError(`${where}: the body is empty`);
    if (!/[/+]json$/.test(type)) return undefined;
    const json = parse(where, body);
    this.validate(media.schema, json, true, where);
    return json;
  }

  checkProblem(where, codes, status, headers, problem) {
    const known = this.codes[problem.code];
    if (!known) throw new ContractError(`${where}: unknown error code ${problem.code}`);
    const faults = [
      !codes.includes(problem.code) && `the code ${problem.code} is not listed there`,
      (known.status !== status || problem.status !== status) && `its status is ${problem.status}`,
      known.title !== problem.title && `its title is not that of ${problem.code}`,
      problem.type !== `/v1/problems/${problem.code}` && `its type is ${problem.type}`,
      problem.request_id !== headers['x-request-id'] && 'request_id is not X-Request-Id',
      status === 409 && !problem.state && problem.code !== 'name-taken' && 'a conflict must carry the game in state',
      problem.code === 'illegal-move' && !problem.legal_moves && 'legal_moves is missing',
    ].filter(Boolean);
    if (faults.length) {
      throw new ContractError(`${where}: ${faults.join('; ')}\n${JSON.stringify(problem)}`);
    }
  }

  checkOptions(where, status, headers, body) {
    if (status >= 400) return this.checkOutside(where, status, headers, body, 'OPTIONS');
    if (status !== 204 || body.length) throw new ContractError(`${where}: must be 204, no body`);
    if (!headers.allow) throw new ContractError(`${where}: the header Allow is missing`);
    return { operation: undefined, json: undefined };
  }

  /** An answer to what no operation takes: always a problem that comes from in front of the operations. */
  checkOutside(where, status, headers, body, method) {
    if (status < 400) throw new ContractError(`${where}: answered without being in the contract`);
    if (status === 405 && !headers.allow) throw new ContractError(`${where}: Allow is missing`);
    const required = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
    this.checkHeaders(where, required, headers);
    const schema = { $ref: '#/components/schemas/Problem' };
    const response = { content: { 'application/problem+json': { schema } } };
    const json = this.checkBody(where, response, method, headers, body);
    if (json) this.checkProblem(where, this.outsideCodes, status, headers, json);
    this.record('-', status, json?.code);
    return { operation: undefined, json };
  }

  record(operation, status, code) {
    const folder = process.env.REVERSID_CONTRACT_HITS;
    const line = `${operation} ${status} ${code ?? '-'}\n`;
    if (!folder || this.seen.has(line)) return;
    this.seen.add(line);
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, `${process.pid}.txt`), line);
  }
}

function parse(where, body) {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new ContractError(`${where}: the body is not JSON: ${error.message}`);
  }
}

function explain(errors) {
  return errors
    .map((each) => {
      const detail = each.params.additionalProperty ?? each.params.allowedValues?.join(', ') ?? '';
      return `${each.instancePath || '/'} ${each.message} ${detail}`.trim();
    })
    .join('; ');
}

let loaded;

/** The contract of this checkout; loaded once a process. */
export function loadContract() {
  loaded ??= new Contract();
  return loaded;
}
