import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../../src/client/index.ts';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { ERRORS } from '../../../src/contract/errors.ts';
import { openApiDocument, openApiExtensions } from '../../../src/contract/openapi/openapi.ts';
import { errorCodesOf, OPERATIONS } from '../../../src/contract/openapi/operations.ts';
import { signWebhook } from '../../../src/contract/webhooks/webhook-signature.ts';

type Json = Record<string, unknown>;

const root = new URL('../../../', import.meta.url).pathname;
const names = Object.keys(ENDPOINTS) as EndpointName[];
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((node, key) => (isObject(node) ? node[key] : undefined), value);
}

function objectAt(value: unknown, ...path: string[]): Json {
  const found = at(value, ...path);
  if (!isObject(found)) throw new Error(`nothing at ${path.join(' > ')}`);
  return found;
}

/** As read from its file. */
const asRead = (written: object): Json => JSON.parse(JSON.stringify(written));
const document = asRead(openApiDocument());
const BOTH = [
  ['openapi.json', openApiDocument],
  ['openapi-extensions.json', openApiExtensions],
] as const;

function resolved(value: unknown, within: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, within));
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string')
    return resolved(objectAt(within, ...value.$ref.slice(2).split('/')), within);
  const inside = Object.entries(value).map(([key, item]) => [key, resolved(item, within)]);
  return Object.fromEntries(inside);
}

/** Each object of the document that a predicate picks, with its path. */
function all(picks: (node: Json) => boolean, node: unknown, path = '#'): [string, Json][] {
  if (!isObject(node)) return [];
  const inside = Object.entries(node).flatMap(([key, item]) => all(picks, item, `${path} ${key}`));
  return picks(node) ? [[path, node], ...inside] : inside;
}

function examplesOf(node: Json): unknown[] {
  if (Array.isArray(node.examples)) return node.examples;
  if (isObject(node.examples)) return Object.values(node.examples).map((item) => at(item, 'value'));
  return 'example' in node ? [node.example] : [];
}

const operationOf = (name: EndpointName) =>
  objectAt(document, 'paths', ENDPOINTS[name].path, ENDPOINTS[name].method.toLowerCase());

test.each(BOTH)('%s at the root is fresh', async (name, write) => {
  const file = await readFile(`${root}${name}`, 'utf8');
  expect(file).toBe(`${JSON.stringify(write(), null, 2)}\n`);
});

test.each(BOTH)('the linter finds nothing in %s', { timeout: 120_000 }, async (name) => {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  const args = ['lint', '--extends=recommended', '--format=json', name];
  const options = { cwd: root, env };
  const lint = promisify(execFile)(`${root}node_modules/.bin/redocly`, args, options);
  const { stdout } = await lint.catch((failure: { stdout: string }) => failure);
  expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
    totals: { errors: 0, warnings: 0 },
    problems: [],
  });
});

test('it is OpenAPI 3.1, in version 1.0.0 of the API, with a bearer key and any base address', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(at(document, 'info', 'version')).toBe('1.0.0');
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(at(document, 'components', 'securitySchemes', 'bearer')).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  });
  // orval's validator refuses the description of a variable
  const variables = { base_url: { default: 'http://127.0.0.1:4010' } };
  const description = expect.any(String);
  expect(document.servers).toEqual([{ url: '{base_url}', description, variables }]);
  expect(at(document, 'info', 'contact')).toMatchObject({ url: expect.any(String) });
});

test('it has the operations of the endpoints and no others', () => {
  const lines = Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(
      ([method, operation]) => `${method} ${path} ${at(operation, 'operationId')}`,
    ),
  );
  const expected = names.map((name) => {
    const { method, path } = ENDPOINTS[name];
    return `${method.toLowerCase()} ${path} ${name}`;
  });
  expect(lines.sort()).toEqual(expected.sort());
});

test.each(names)('%s describes each of its errors, with an example that names it', (name) => {
  const responses = objectAt(operationOf(name), 'responses');
  const described = Object.entries(responses).flatMap(([status, response]) =>
    Object.entries(objectAt(response, 'content'))
      .filter(([, body]) => at(body, 'schema', '$ref') === '#/components/schemas/ErrorBody')
      .flatMap(([, body]) => (isObject(body) ? examplesOf(body) : []))
      .map((example) => `${status} ${at(example, 'error')}`),
  );
  const expected = errorCodesOf(OPERATIONS[name]).map((code) => `${ERRORS[code]} ${code}`);
  expect(described.sort()).toEqual(expected.sort());
});

test.each(names)('%s can answer 429, in plain text that says when to come back', (name) => {
  const answer = objectAt(operationOf(name), 'responses', '429');
  expect(Object.keys(objectAt(answer, 'content'))).toEqual(['text/plain']);
  expect(Object.keys(objectAt(answer, 'headers'))).toEqual(['Retry-After']);
});

test('the certificate is a PDF with its two headers', () => {
  const answer = objectAt(operationOf('downloadCertificate'), 'responses', '200');
  expect(Object.keys(objectAt(answer, 'content'))).toEqual(['application/pdf']);
  expect(at(answer, 'headers', 'Cache-Control', 'example')).toBe('no-store');
  expect(at(answer, 'headers', 'Content-Disposition', 'example')).toMatch(
    /^attachment; filename="[^"]+\.pdf"$/,
  );
});

test('the list can be paged, and no value is refused that the service clamps', () => {
  expect(operationOf('listDocuments').parameters).toMatchObject([
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', default: 20 } },
    { name: 'offset', in: 'query', required: false, schema: { type: 'integer', default: 0 } },
  ]);
  expect(JSON.stringify(operationOf('listDocuments').parameters)).not.toMatch(/minimum|maximum/);
});

test.each(['signer.signed', 'document.completed'])(
  '%s is a webhook whose example is signed',
  (type) => {
    const post = objectAt(document, 'webhooks', type, 'post');
    const example = at(post, 'requestBody', 'content', 'application/json', 'example');
    const { parameters } = post as { parameters: { name: string; example: unknown }[] };
    const headers = Object.fromEntries(parameters.map((one) => [one.name, String(one.example)]));
    const secret = 'whsec_dGhlIGtleSBvZiB0aGlzIGV4YW1wbGUu';
    const signed = { ...headers, 'X-Service-Signature': undefined };
    const now = new Date('2026-11-20T12:31:07.000Z');
    expect(verifyWebhook(JSON.stringify(example), signed, secret, { now })).toEqual(example);
    expect(example).toMatchObject({ event: type });
    expect(post).toMatchObject({
      security: [],
      parameters: [
        {
          name: 'X-Service-Signature',
          in: 'header',
          required: true,
          schema: { pattern: '^sha256=[0-9a-f]{64}$' },
          example: signWebhook(JSON.stringify(example), 'whsec_example'),
        },
        { name: 'X-Service-Event', in: 'header', required: true, schema: { const: type } },
        { name: 'X-Service-Delivery', in: 'header', required: true },
        { name: 'X-Service-Attempt', in: 'header', required: true, schema: { minimum: 1 } },
        { name: 'webhook-id', in: 'header' },
        { name: 'webhook-timestamp', in: 'header' },
        { name: 'webhook-signature', in: 'header' },
      ],
    });
  },
);

test.each(BOTH)('%s has an example of each body and each header of an answer', (_, write) => {
  const bodies = all((node) => 'schema' in node && !('in' in node), asRead(write()));
  expect(bodies.length).toBeGreaterThan(40);
  expect(bodies.filter(([, node]) => examplesOf(node).length === 0)).toEqual([]);
});

test.each(BOTH)('every example in %s fits its schema', (_, write) => {
  const written = asRead(write());
  const bodies = all((node) => isObject(node.schema) && examplesOf(node).length > 0, written);
  const schemas = all((node) => Array.isArray(node.examples), written).map(
    ([path, node]) => [path, { ...node, schema: node }] as [string, Json],
  );
  expect(schemas.length).toBeGreaterThan(10);
  const misfits = [...bodies, ...schemas].filter(([, node]) => {
    const schema = objectAt({ schema: resolved(node.schema, written) }, 'schema');
    return !examplesOf(node).every((example) => Value.Check(schema, example));
  });
  expect(misfits).toEqual([]);
});

test.each(BOTH)('each schema stands once in %s, under its name', (_, write) => {
  const text = JSON.stringify(write());
  expect(text).not.toContain('"$id"');
  const references = new Set(text.match(/(?<="\$ref":"#\/components\/schemas\/)\w+/g));
  const schemas = Object.keys(objectAt(asRead(write()), 'components', 'schemas'));
  expect([...references].sort()).toEqual(schemas.sort());
});

test('it is the same at each call and shares nothing that a caller could spoil', () => {
  const first = openApiDocument();
  Reflect.deleteProperty(first.components.schemas, 'Document');
  Reflect.deleteProperty(first.info, 'title');
  Reflect.deleteProperty(first.servers, 0);
  expect(JSON.parse(JSON.stringify(openApiDocument()))).toEqual(document);
});
