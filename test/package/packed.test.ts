import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { markdownLinks } from '../support/package/markdown-links.ts';
import { installPackage } from '../support/package/packed-package.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { removeFolder } from '../support/remove-folder.ts';

const run = promisify(execFile);
const tool = (name: string) =>
  fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

const installed = await installPackage();
afterAll(async () => {
  await removeFolder(installed.folder);
});

const CALL_SERVICE = `
import { createServer } from 'node:http';
import { EsignClient, signWebhook, verifyWebhook } from 'esign';
const documents = [{ documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11', name: 'a', status: 'PENDING',
  createdAt: '2026-11-20T12:00:00.000Z', signers: { total: 0, signed: 0 } }];
const pdf = Buffer.from('%PDF-1.7\\n%%EOF\\n');
const server = createServer(async (request, answer) => {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  if (request.url.endsWith('/certificate')) return answer.end(pdf);
  const created = { ...documents[0], name: String(bytes > pdf.length) };
  answer.setHeader('content-type', 'application/json');
  answer.end(JSON.stringify(request.method === 'POST' ? created : { documents, limit: 20, offset: 0 }));
}).listen(0, '127.0.0.1', async () => {
  const baseUrl = 'http://127.0.0.1:' + server.address().port;
  const client = new EsignClient({ baseUrl, apiKey: 'sk_test_invented' });
  const { documents: found } = await client.documents.page();
  const { name, documentId } = await client.documents.create(new Blob([pdf]));
  const file = await (await client.documents.certificate(documentId)).bytes();
  const body = Buffer.from(JSON.stringify({ event: 'signer.signed', documentId: 'd', status: 'SENT',
    occurredAt: '2026-11-20T12:00:00.000Z', signer: null, signers: [] }));
  const event = verifyWebhook(body, { 'x-service-signature': signWebhook(body, 's'), 'x-service-event': 'signer.signed' }, 's');
  console.log(process.version.split('.')[0], found.length, name, file.length === pdf.length, event.event);
  server.close();
  server.closeAllConnections();
});
`;

test('the tarball holds the list of commands, the bundles, the assets and the licences', async () => {
  const listing = await installed.run('tar', ['-tzf', installed.tarball]);
  for (const file of [
    'oclif.manifest.json',
    'bin/run.cjs',
    'deploy/Containerfile',
    'deploy/compose.yaml',
    'deploy/esign@.service',
    'deploy/haproxy.cfg',
    'dist/cli/esign.cjs',
    'dist/client/index.cjs',
    'dist/client/index.js',
    'dist/types/client/index.d.cts',
    'dist/types/client/index.d.ts',
    'dist/testing/index.js',
    'dist/testing/index.cjs',
    'dist/types/testing/index.d.cts',
    'dist/service/service.js',
    'dist/assets/database.tar.gz',
    'dist/assets/pages/listing.json',
    'dist/assets/pages/files/viewer.js.br',
    'dist/assets/pages/files/pdfjs/pdf.worker.min.mjs.gz',
    'dist/assets/answer-judge.js',
    'dist/assets/pdf-worker.js',
    'dist/assets/pdfium.wasm',
    'dist/THIRD-PARTY-NOTICES',
    'dist/esign.cdx.json',
    'openapi.json',
    'openapi-extensions.json',
    'LICENSE',
    'README.md',
  ]) {
    expect(listing).toContain(`package/${file}\n`);
  }
  expect(listing).not.toMatch(/package\/(src|test|commands|scripts|dist\/packages)\//);
});

test('the installed package has one dependency, which is optional', async () => {
  const text = await readFile(join(installed.folder, 'node_modules/esign/package.json'), 'utf8');
  const manifest = JSON.parse(text);
  expect(manifest.dependencies).toBeUndefined();
  expect(Object.keys(manifest.optionalDependencies)).toEqual(['@electric-sql/pglite']);
});

test('every relative link of a page in the package leads to a file of the package', async () => {
  const home = join(installed.folder, 'node_modules/esign');
  const { linksOf, faultOf } = markdownLinks(home);
  const pages = (await readdir(home, { recursive: true })).filter((name) => name.endsWith('.md'));
  expect(linksOf('README.md').length).toBeGreaterThan(20);
  expect(
    pages.flatMap((page) => linksOf(page).flatMap((link) => faultOf(page, link) ?? [])),
  ).toEqual([]);
});

const LOAD = `
const { readdirSync } = require('node:fs');
const folder = './node_modules/esign/dist/cli';
const commands = readdirSync(folder).filter((name) => name.startsWith('command-'));
console.log(commands.filter((name) => typeof require(folder + '/' + name).default.run === 'function').length);
`;

test('every installed command can be loaded, and shows its help', async () => {
  const manifest = join(installed.folder, 'node_modules/esign/oclif.manifest.json');
  const ids = Object.keys(JSON.parse(await readFile(manifest, 'utf8')).commands);
  expect(ids.length).toBeGreaterThan(20);
  const script = await installed.write('load.cjs', LOAD);
  expect(await installed.run(process.execPath, [script])).toBe(`${ids.length}\n`);
  for (const id of ['send', 'sandbox:webhook:add']) {
    const help = await installed.run(process.execPath, [installed.bin, ...id.split(':'), '--help']);
    expect(help).toContain('USAGE');
  }
});

test.each(['development', 'test', 'production'])(
  'a command says nothing beside its result where NODE_ENV is %s',
  async (NODE_ENV) => {
    const env = { ...process.env, NODE_ENV, ESIGN_CONFIG_DIR: join(installed.folder, 'config') };
    const { stderr } = await run(process.execPath, [installed.bin, 'profile', 'list', '--json'], {
      env,
    });
    expect(stderr).toBe('');
  },
);

const SURVEY = `
import { fork } from 'node:child_process';
const worker = fork('node_modules/esign/dist/assets/pdf-worker.js');
worker.once('message', () => {
  worker.once('message', ({ kind, answer }) => {
    console.log(kind, answer.length, answer[0].width);
    worker.disconnect();
  });
  worker.send({ kind: 'survey', path: 'page.pdf', pages: [1] });
});
`;

test('the installed PDF worker starts PDFium', async () => {
  await writeFile(join(installed.folder, 'page.pdf'), aPdf());
  const script = await installed.write('survey.mjs', SURVEY);
  expect(await installed.run(process.execPath, [script])).toBe('done 1 595\n');
});

test('the SDK is imported by ES modules and required by CommonJS', async () => {
  const esm = await installed.write('call.mjs', CALL_SERVICE);
  expect(await installed.run(process.execPath, [esm])).toBe('v20 1 true true signer.signed\n');
});

const ONE_SET = `
(async () => {
  const [required, { startSandbox }] = [require('esign'), require('esign/testing')];
  const [imported, testing] = [await import('esign'), await import('esign/testing')];
  const sandbox = await startSandbox();
  const { client } = await sandbox.account({ credits: 0 });
  const { documentId } = await client.documents.create('page.pdf');
  const signer = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };
  await client.documents.addSigners(documentId, [signer]);
  const error = await client.documents.send(documentId).catch((thrown) => thrown);
  await sandbox.close();
  console.log(
    startSandbox === testing.startSandbox,
    Object.keys(required).every((name) => required[name] === imported[name]),
    [required, imported].map((one) => error instanceof one.InsufficientCreditsError),
  );
})();
`;

test('imported or required, by itself or for tests, the package has one set of classes', async () => {
  await writeFile(join(installed.folder, 'page.pdf'), aPdf());
  const script = await installed.write('one-set.cjs', ONE_SET);
  expect(await installed.run(process.execPath, [script])).toBe('true true [ true, true ]\n');
});

test('the SDK runs on Node 18', async () => {
  const esm = await installed.write('call.mjs', CALL_SERVICE);
  const node = await installed.node(18);
  expect(await installed.run(node, [esm])).toBe('v18 1 true true signer.signed\n');
});

test("a consumer's strict TypeScript compiles against the SDK's types, libraries included", async () => {
  await installed.write(
    'consumer.ts',
    `import { EsignClient, ApiError, verifyWebhook } from 'esign';
import type { Document, WebhookEvent } from 'esign';
import { startSandbox } from 'esign/testing';
import type { TestAccount } from 'esign/testing';
const client = new EsignClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' });
export async function status(id: string): Promise<Document['status']> {
  const document = await client.documents.retrieve(id);
  const first: string | null | undefined = document.signers[0]?.signUrl;
  return first ? document.status : 'PENDING';
}
export const names = (event: WebhookEvent): string[] => event.signers.map(({ name }) => name);
export { ApiError, verifyWebhook };
export async function account(): Promise<TestAccount> {
  const made = await (await startSandbox({ credits: 2 })).account({ webhooks: [] });
  await made.fault('api-lost-answer', { route: 'POST */send', times: 'always' });
  // @ts-expect-error: it is a fault of the authority
  await made.fault('wrong-hash');
  const shared: EsignClient = made.client;
  return shared === made.client ? made : await account();
}
`,
  );
  await installed.write(
    'required.cts',
    `import testing = require('esign/testing');
import type { EsignClient } from 'esign';
export const clientOf = async (account: testing.TestAccount): Promise<EsignClient> => account.client;
export const inbox = async (account: testing.TestAccount): Promise<string[]> =>
  (await account.inbox()).map((message) => (message.kind === 'otp' ? message.code : message.subject));
`,
  );
  await installed.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        strict: true,
        module: 'nodenext',
        target: 'es2022',
        noEmit: true,
        skipLibCheck: false,
        exactOptionalPropertyTypes: true,
        types: ['node'],
        typeRoots: [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
      },
      files: ['consumer.ts', 'required.cts'],
    }),
  );
  await expect(installed.run(tool('tsc'), ['-p', '.'])).resolves.toBe('');
});

test('publint and attw find nothing wrong with the tarball', async () => {
  await run(tool('publint'), [installed.tarball, '--strict']);
  await run(tool('attw'), [installed.tarball, '--no-definitely-typed']);
});
