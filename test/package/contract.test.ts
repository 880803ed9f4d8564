import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { FETCH_PROGRAM, HEY_PROGRAM } from '../support/package/generated-programs.ts';
import { PRISM, startPrism } from '../support/package/prism.ts';
import { openToolProject } from '../support/package/tool-project.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const SPEC = fileURLToPath(new URL('../../openapi.json', import.meta.url));
// Of openapi-typescript, which knows no TypeScript 6
const COMPILER = 'typescript@5.9.3';
const GENERATORS = ['@hey-api/openapi-ts@0.95.0', 'openapi-typescript@7.13.0'];

const project = await openToolProject([PRISM, ...GENERATORS, 'openapi-fetch@0.17.0', COMPILER]);
const world = await startTestSandbox();
const { baseUrl, apiKey } = world.sandbox;
const prism = await startPrism(project, SPEC, baseUrl);
afterAll(async () => {
  await prism.close();
  await world.close();
  await project.close();
});

/** Without the bytes beyond ASCII in its second line: Prism passes a form on as text. */
const PDF = aPdf()
  .toString('latin1')
  .replace(/[\u0080-\u00ff]/g, '-');

interface Answer {
  readonly status: number;
  readonly kind: string | null;
  readonly body: string;
}

async function call(words: string, init: RequestInit = {}, url = prism.url): Promise<Answer> {
  const [method = '', path = ''] = words.split(' ');
  const headers = { authorization: `Bearer ${apiKey}`, ...init.headers };
  const answer = await fetch(`${url}/api/v1/documents${path}`, { ...init, method, headers });
  const kind = answer.headers.get('content-type');
  return { status: answer.status, kind, body: await answer.text() };
}

function upload(): FormData {
  const form = new FormData();
  form.set('file', new Blob([PDF], { type: 'application/pdf' }), 'lease.pdf');
  return form;
}

const withSigners = (...names: readonly string[]): RequestInit => {
  const signaturePlacement = { positions: [{ page: 1, x: 50, y: 50, width: 260, height: 120 }] };
  const signers = names.map((name, index) => ({
    name,
    email: `signer${index + 1}@example.in`,
    phone: '9876543210',
    ...(index === 1 && { advanced: { signaturePlacement } }),
  }));
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signers }),
  };
};

/** Creates a document; answers its id. */
async function create(key = apiKey): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await call('POST', { body: upload(), headers });
  return JSON.parse(body).documentId;
}

/** What Prism would have answered itself is of the kind `application/problem+json`. */
async function expectAnswers(calls: readonly (readonly [number, string, RequestInit?])[]) {
  for (const [status, words, init] of calls) {
    const { kind, body, ...answer } = await call(words, init);
    expect(answer, `${words}: ${body}`).toEqual({ status });
    expect(kind, body).not.toContain('problem');
  }
}

test('Prism finds nothing to object to from upload to certificate', async () => {
  const id = await create();
  await expectAnswers([
    [200, 'GET '],
    [200, 'GET ?limit=500&offset=0'],
    [200, `GET /${id}`],
    [400, `POST /${id}/send`],
    [201, `POST /${id}/signers`, withSigners('Asha Rao', 'Ravi Kumar')],
    [409, `GET /${id}/certificate`],
    [200, `POST /${id}/send`],
    [409, `POST /${id}/send`],
    [409, `POST /${id}/signers`, withSigners('Meera Iyer')],
    [200, `GET /${id}`],
  ]);
  await world.control.sign({ documentId: id });
  await expectAnswers([[200, `GET /${id}`]]);
  await world.control.sign({ documentId: id });
  await expectAnswers([
    [200, `GET /${id}`],
    [200, `GET /${id}/certificate`],
    [200, 'GET ?limit=1'],
  ]);
  expect(JSON.parse((await call(`GET /${id}`)).body).status).toBe('COMPLETED');
});

test('Prism finds nothing to object to in refusals', async () => {
  const id = await create();
  const poor = await world.control.createAccount({ credits: 0, subscription: true });
  const none = await world.control.createAccount({ subscription: false });
  const as = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  const own = await create(poor.apiKey);
  const signers = withSigners('Asha Rao');
  const headers = { ...signers.headers, ...as(poor.apiKey).headers };
  const broken = new FormData();
  broken.set('file', new Blob(['no PDF'], { type: 'application/pdf' }), 'lease.pdf');
  await expectAnswers([
    [401, 'GET ', as('sk_test_unknown')],
    [403, 'GET ', as(none.apiKey)],
    [404, `GET /${own}`],
    [400, 'POST ', { body: broken }],
    [201, `POST /${own}/signers`, { ...signers, headers }],
    [402, `POST /${own}/send`, as(poor.apiKey)],
    [201, `POST /${id}/signers`, withSigners('A', 'B', 'C', 'D', 'E', 'F')],
    [400, `POST /${id}/signers`, withSigners('G')],
  ]);
});

test('Prism does object to what a document does not allow', async () => {
  const spec = JSON.parse(await readFile(SPEC, 'utf8'));
  spec.components.schemas.DocumentList.required.push('total');
  const path = await project.write('other.json', JSON.stringify(spec));
  const strict = await startPrism(project, path, baseUrl);
  try {
    const { kind, body } = await call('GET ', {}, strict.url);
    expect(kind).toContain('application/problem+json');
    expect(body).toContain("must have required property 'total'");
  } finally {
    await strict.close();
  }
});

const STRICT = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};

/** Compiles a program strictly, and runs it through Prism; answers what it printed. */
async function runProgram(name: string, text: string): Promise<unknown> {
  const path = await project.write(`${name}.ts`, `${text}\nexport {};\n`);
  const settings = { compilerOptions: STRICT, files: [path] };
  const config = await project.write(`${name}.json`, JSON.stringify(settings));
  await project.run([project.bin('tsc'), '-p', config]);
  const outfile = path.replace(/ts$/, 'mjs');
  const format = 'esm';
  await build({ entryPoints: [path], outfile, format, bundle: true, platform: 'node' });
  const env = { BASE_URL: prism.url, API_KEY: apiKey, PDF };
  return JSON.parse(await project.run([outfile], env));
}

const FLOW = {
  refused: 'no_signers',
  url: expect.stringMatching(/^http:.*\/sign\//),
  name: 'Lease',
  status: 'SENT',
  signers: 1,
  found: [true],
};

test('the client that @hey-api/openapi-ts generates compiles strictly, and sends', async () => {
  const words = ['-i', SPEC, '-o', 'hey', '-c', '@hey-api/client-fetch'];
  await project.run([project.bin('openapi-ts'), ...words]);
  expect(await runProgram('hey-flow', HEY_PROGRAM)).toEqual(FLOW);
});

test('openapi-fetch with the types of openapi-typescript compiles strictly, and sends', async () => {
  await project.run([project.bin('openapi-typescript'), SPEC, '-o', 'schema.ts']);
  expect(await runProgram('fetch-flow', FETCH_PROGRAM)).toEqual(FLOW);
});
