import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BuildOptions } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import * as sdk from '../../src/client/index.ts';
import { makeEvent, signWebhook } from '../../src/client/index.ts';
import * as webhooks from '../../src/client/webhooks.ts';
import { installPackage, NODES } from '../support/package/packed-package.ts';
import { bundleIn, compileIn, installTools, runOnWeb } from '../support/package/packed-sdk.ts';
import { CALL, CONSUMER, ONE_COPY } from '../support/package/sdk-programs.ts';
import { removeFolder } from '../support/remove-folder.ts';

const execute = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

const installed = await installPackage(['esign-sdk']);
const home = join(installed.folder, 'node_modules/esign-sdk');
const OTHERS = Object.entries(NODES).map(([major, version]) => {
  return [`node-${major}`, `node-${process.platform}-${process.arch}@${version}`];
});
const tools = await installTools(installed, {
  old: 'typescript@5.4.5',
  newest: 'typescript@7.0.2',
  ...Object.fromEntries(OTHERS),
});
const MAJORS = Object.keys(NODES);
const node = (major: string) => tools(`node-${major}/bin/node`);
afterAll(() => removeFolder(installed.folder));

const SECRET = 'whsec_5e1f0a9b';
const BODY = JSON.stringify(makeEvent('document.completed'));
const SIGNATURE = signWebhook(BODY, SECRET);

const FILES =
  /^(package\.json|README\.md|LICENSE|webhooks\/package\.json|dist\/(index|webhooks)\.[cm]js|dist\/webcrypto\/(node|web)\.js|dist\/esm\/(client|contract)\/.*\.js|dist\/types\/(client|contract)\/.*\.d\.c?ts)$/;

test('the tarball holds code, declarations, the licence and a README, and is small', async () => {
  const listing = await installed.run('tar', ['-tzf', installed.tarball]);
  const files = listing.trim().split('\n');
  expect(files.filter((file) => !FILES.test(file.replace('package/', '')))).toEqual([]);
  for (const file of ['LICENSE', 'README.md', 'dist/index.cjs', 'dist/webhooks.mjs'])
    expect(files).toContain(`package/${file}`);
  expect((await stat(installed.tarball)).size).toBeLessThanOrEqual(150_000);
});

test('the manifest has the version and licence of the repository, and no dependency', async () => {
  const [manifest, root] = [
    await readJson(join(home, 'package.json')),
    await readJson(at('package.json')),
  ];
  const { version, license, author, homepage, repository, bugs } = root;
  expect(manifest).toMatchObject({
    version,
    license,
    author,
    homepage,
    repository,
    bugs,
    engines: { node: '>=18' },
    sideEffects: false,
  });
  expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).toEqual([]);
});

test('the README shows the programs of the guide, and links to nothing that is not there', async () => {
  const blocks = (text: string) =>
    [...text.matchAll(/^```ts\n.*?^```$/gms)].map(([block]) => block);
  const readme = await readFile(join(home, 'README.md'), 'utf8');
  expect(blocks(readme)).toEqual(blocks(await readFile(at('docs/guides/sdk.md'), 'utf8')));
  const { homepage } = await readJson(at('package.json'));
  const from = `${homepage.split('#')[0]}/blob/main/`;
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => link.startsWith(from)).length).toBeGreaterThan(1);
  for (const link of links.filter((one) => one.startsWith(from)))
    expect(existsSync(at(link.slice(from.length).replace(/#.*/, '')))).toBe(true);
  expect(links.filter((link) => !link.startsWith('https://'))).toEqual([]);
  expect(readme.replaceAll(from, '')).not.toMatch(/in python\b|```python/i);
});

test('publint and attw find nothing wrong', async () => {
  await execute(at('node_modules/.bin/publint'), [installed.tarball, '--strict']);
  await execute(at('node_modules/.bin/attw'), [installed.tarball, '--no-definitely-typed']);
});

const EDGE = { platform: 'neutral', format: 'esm', minify: true } as const;
const FOR_NODE = { platform: 'node', format: 'esm', minify: true } as const;

test.each([
  ['verifyWebhook', "export { verifyWebhook } from 'esign-sdk';", FOR_NODE, 6_500],
  ['EsignClient', "export { EsignClient } from 'esign-sdk';", FOR_NODE, 45_000],
  ['verifyWebhook', "export * from 'esign-sdk/webhooks';", EDGE, 7_000],
])('a bundle of %s by %s stays small', async (name, program, options, most) => {
  const bundle = await bundleIn(installed, program, options);
  expect(bundle.slice(bundle.lastIndexOf('export'))).toContain(`as ${name}`);
  expect(bundle.length).toBeLessThanOrEqual(most);
});

test('the entry ./webhooks takes at most 3 KB of a compressed bundle', async () => {
  const bundle = await bundleIn(installed, "export * from 'esign-sdk/webhooks';", EDGE);
  expect(gzipSync(bundle).byteLength).toBeLessThanOrEqual(3_000);
});

test.each(MAJORS)('Node %s loads one copy, however it is loaded', async (major) => {
  const script = await installed.write('one-copy.mjs', ONE_COPY);
  const args = [script, BODY, SIGNATURE, SECRET];
  expect(JSON.parse(await installed.run(node(major), args))).toEqual({
    version: expect.stringMatching(`^v${major.replace('.', '[.]')}[.]`),
    names: [Object.keys(sdk).sort(), Object.keys(webhooks).sort()],
    same: true,
    caught: true,
    reason: 'malformed_signature',
    events: ['document.completed', 'document.completed'],
  });
});

test.each(MAJORS)('on Node %s the client uploads and downloads', async (major) => {
  const script = await installed.write('call.mjs', CALL);
  expect(await installed.run(node(major), [script])).toBe('15\n15\n');
});

const ESNEXT = { module: 'esnext', moduleResolution: 'bundler' };
const COMPILATIONS = [
  ['old', { module: 'node16', moduleResolution: 'node16' }],
  ['old', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['old', ESNEXT],
  ['old', { module: 'commonjs', moduleResolution: 'node10' }],
  ['newest', { module: 'node16', moduleResolution: 'node16' }],
  ['newest', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['newest', ESNEXT],
] as const;

const modules = join(installed.folder, 'node_modules');
await mkdir(join(modules, '@types'));
for (const name of ['@types/node', 'undici-types'])
  await symlink(at(`node_modules/${name}`), join(modules, name));
for (const name of ['consumer.ts', 'required.cts']) await installed.write(name, CONSUMER);

test.each(COMPILATIONS)('strict TypeScript compiles (%s, %j)', async (version, resolution) => {
  // The old one without the DOM, whose declarations take it seconds to check
  const lib = version === 'old' ? ['es2022'] : ['es2022', 'dom'];
  const settings = { ...resolution, lib, types: ['node'] };
  const isNode = resolution.module.startsWith('node');
  const files = isNode ? ['consumer.ts', 'required.cts'] : ['consumer.ts'];
  const compiler = tools(`${version}/bin/tsc`);
  expect(await compileIn(installed, { settings, files, compiler })).toBe('');
});

const SHARED = [
  'AddedSigners',
  'CreatedDocument',
  'Document',
  'DocumentList',
  'DocumentStatus',
  'SentDocument',
  'SignaturePlacement',
  'SignerInput',
  'WebhookEvent',
];

test('the declared types are those of the sources, named and with their comments', async () => {
  const same = SHARED.map(
    (name) => `export const of${name}: Same<built.${name}, source.${name}> = true;`,
  );
  await installed.write(
    'same.ts',
    `import type * as built from 'esign-sdk';
import type * as source from '${at('src/client/index.ts')}';
type Same<A, B> = [A, B] extends [B, A] ? true : never;
${same.join('\n')}
// @ts-expect-error they differ
export const control: Same<built.Document, source.DocumentList> = true;
`,
  );
  const settings = { module: 'nodenext', types: ['node'], allowImportingTsExtensions: true };
  const compiler = at('node_modules/typescript/bin/tsc');
  const loose = { ...settings, lib: ['es2023'], skipLibCheck: true };
  expect(await compileIn(installed, { settings: loose, files: ['same.ts'], compiler })).toBe('');
  const signers = await readFile(join(home, 'dist/types/contract/signer.d.ts'), 'utf8');
  expect(signers).toContain('  /** digits only, 10 to 20 */\n  phone: string;\n');
  expect(signers).toContain('export interface DocumentSigner {');
  expect(signers).toContain('  advanced?: Advanced;\n');
});

test('the declarations of ./webhooks need no types of Node or a browser', async () => {
  await installed.write('web.ts', "export { verifyWebhook } from 'esign-sdk/webhooks';\n");
  const settings = { ...ESNEXT, types: [], lib: ['es2022'] };
  const compiler = tools('old/bin/tsc');
  expect(await compileIn(installed, { settings, files: ['web.ts'], compiler })).toBe('');
});

const ANSWER = `
import worker from './worker';
const request = new Request('https://esign.example.com/', { method: 'POST', body, headers });
globalThis.result = worker.fetch(request, { ESIGN_WEBHOOK_SECRET: secret }).then(({ status }) => status);
`;

test.each(['workerd', 'edge-light', 'browser'])(
  "the guide's receiver answers where bundlers look for %s, without a module of Node",
  async (condition) => {
    const guide = await readFile(at('docs/guides/sdk.md'), 'utf8');
    const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
    await installed.write(
      'worker.ts',
      blocks.find((code) => code.includes('esign-sdk/webhooks')) ?? '',
    );
    const options: BuildOptions = { platform: 'neutral', conditions: [condition], format: 'iife' };
    const bundle = await bundleIn(installed, ANSWER, options);
    expect(/node:|require\(/.exec(bundle)).toBeNull();
    const headers = { 'X-Service-Signature': SIGNATURE, 'X-Service-Event': 'document.completed' };
    const given = { headers, secret: SECRET, console: { log: () => undefined } };
    expect(await runOnWeb(bundle, { ...given, body: BODY })).toBe(204);
    expect(await runOnWeb(bundle, { ...given, body: `${BODY} ` })).toBe(401);
  },
);
