import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { build } from 'esbuild';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../support/network/loopback.ts';
import { packPackage } from '../support/package/packed-package.ts';
import { runOnWeb } from '../support/package/packed-sdk.ts';
import {
  CASES,
  IN_EDGE_RUNTIME,
  IN_NODE,
  JEST_TEST,
  JUDGE,
  VERDICTS,
  WORKER,
  workerdConfig,
} from '../support/package/sdk-judge.ts';
import { openToolProject } from '../support/package/tool-project.ts';

const RUNTIMES = ['workerd@1.20261117.1', '@edge-runtime/vm@5.0.0'];
const TOOLS = ['jest@30.5.2', 'vite@8.3.8', ...RUNTIMES];

const project = await openToolProject();
await project.install(await packPackage('esign-sdk', project.folder), ...TOOLS);
afterAll(() => project.close());
const cases = JSON.stringify(CASES);
await project.write('judge.js', JUDGE);
await project.write('worker.js', WORKER);

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const outfile = join(project.folder, entry.replace('.js', '.bundle.js'));
  const entryPoints = [join(project.folder, entry)];
  await build({ entryPoints, outfile, bundle: true, platform: 'neutral', ...options });
  return outfile;
}

test('Node judges every shared delivery with the packed entry for servers as with its sources', async () => {
  await project.write('judge-node.mjs', JUDGE.replace('esign-sdk/webhooks', 'esign-sdk'));
  const script = await project.write('node.mjs', IN_NODE);
  const said = await project.run([script, await project.write('cases.json', cases)]);
  expect(JSON.parse(said)).toEqual(VERDICTS);
});

test('workerd judges every shared delivery as Node does', async () => {
  await bundle('worker.js', { format: 'esm', conditions: ['workerd', 'worker'] });
  const port = await freePort();
  const config = await project.write('config.capnp', workerdConfig(port));
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const child = spawn(project.bin('workerd'), ['serve', config], { stdio: [...stdio] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}/`;
  const ask = () => fetch(url, { method: 'POST', body: cases });
  const answer = await vi.waitFor(ask, { timeout: 60_000, interval: 100 });
  expect(await answer.json()).toEqual(VERDICTS);
});

test('the edge runtime of Vercel judges every shared delivery as Node does', async () => {
  const outfile = await bundle('judge.js', {
    format: 'iife',
    conditions: ['edge-light'],
    globalName: 'exported',
    footer: { js: 'var judge = exported.judge;' },
  });
  const script = await project.write('edge.mjs', IN_EDGE_RUNTIME);
  const said = await project.run([script, outfile, await project.write('cases.json', cases)]);
  expect(JSON.parse(said)).toEqual(VERDICTS);
});

const VITE = `
export default ({ isSsrBuild }) => ({
  build: isSsrBuild
    ? { outDir: 'ssr' }
    : { outDir: 'web', lib: { entry: 'judge.js', formats: ['iife'], name: 'exported', fileName: () => 'judge.js' } },
  ssr: { noExternal: true },
  logLevel: 'warn',
});
`;

test('Vite builds ./webhooks for browsers, without a module of Node', async () => {
  const config = await project.write('vite.config.mjs', VITE);
  expect(await project.run([project.bin('vite'), 'build', '--config', config])).toBe('');
  const code = await readFile(join(project.folder, 'web/judge.js'), 'utf8');
  expect(code).not.toMatch(/node:|require\(/);
  const result = `${code};globalThis.result = exported.judge(cases);`;
  expect(JSON.parse(String(await runOnWeb(result, { cases })))).toEqual(VERDICTS);
});

test('Vite builds the client into a program for Node', async () => {
  const config = await project.write('vite.config.mjs', VITE);
  const program = `import { EsignClient, EsignError } from 'esign-sdk';
try { new EsignClient({ baseUrl: 'not a URL', apiKey: 'sk_test_invented' }); }
catch (error) { console.log(error.name, error instanceof EsignError); }\n`;
  await project.write('server.js', program);
  await project.run([project.bin('vite'), 'build', '--config', config, '--ssr', 'server.js']);
  const built = join(project.folder, 'ssr/server.js');
  expect(await readFile(built, 'utf8')).not.toMatch(/from ["']esign-sdk/);
  expect(await project.run([built])).toBe('InvalidArgumentError true\n');
});

const HEADS = {
  'sdk.test.cjs': `const { createServer } = require('node:http');
const [sdk, webhooks] = [require('esign-sdk'), require('esign-sdk/webhooks')];`,
  'sdk.test.mjs': `import { createServer } from 'node:http';
import * as sdk from 'esign-sdk';
import * as webhooks from 'esign-sdk/webhooks';`,
};

test('Jest runs tests with the SDK, required and imported', async () => {
  for (const [name, head] of Object.entries(HEADS)) await project.write(name, head + JEST_TEST);
  const settings = { testMatch: ['**/sdk.test.*'], testEnvironment: 'node', transform: {} };
  const config = await project.write('jest.json', JSON.stringify(settings));
  const words = ['--experimental-vm-modules', project.bin('jest'), '--config', config];
  await project.run([...words, '--json', '--outputFile', 'jest-result.json']);
  const result = await readFile(join(project.folder, 'jest-result.json'), 'utf8');
  expect(JSON.parse(result)).toMatchObject({ numPassedTests: 2, numTotalTests: 2 });
});
