import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { installPackage } from '../support/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The TypeScript of a page, a module a block. */
async function snippets(page = 'docs/guides/sdk.md'): Promise<string[]> {
  const text = await readFile(at(page), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
}

const installed = await installPackage(['esign', 'esign-sdk']);
afterAll(async () => {
  await removeFolder(installed.folder);
});

/** Starts a program that goes on until the test ends; its first lines of stdout can be waited for. */
function start(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, {
    cwd: installed.folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || !child.kill('SIGTERM')) return;
    await once(child, 'exit');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async () => String((await lines.next()).value);
}

test('the README shows a snippet of the guide', async () => {
  const [shown, ...more] = await snippets('README.md');
  expect(await snippets()).toContain(shown);
  expect(more).toEqual([]);
});

test('the guide has the snippets that are tried here', async () => {
  const [flow, collect, errors, receiver, worker, ...more] = await snippets();
  expect(
    [flow, collect, errors, receiver, worker].map((code) => /\.\w+\(/.exec(code ?? '')?.[0]),
  ).toEqual(['.create(', '.retrieve(', '.send(', '.log(', '.arrayBuffer(']);
  expect(more).toEqual([]);
});

test("the guide's snippets are strict TypeScript", async () => {
  const [flow, collect, errors, receiver = '', worker = ''] = await snippets();
  await installed.write('worker.ts', worker);
  await installed.write('flow.ts', [flow, collect, errors].join('\n'));
  await installed.write('receiver.ts', receiver);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const types = ['--types', 'node', '--typeRoots', at('node_modules/@types')];
  const run = installed.run(process.execPath, [
    at('node_modules/typescript/bin/tsc'),
    ...options,
    ...types,
    'flow.ts',
    'receiver.ts',
    'worker.ts',
  ]);
  expect(await run.catch((error: { stdout?: string }) => error.stdout)).toBe('');
});

test("the guide's snippets do what they say beside a sandbox, as printed", async () => {
  const [flow = '', collect = '', errors = '', receiver = ''] = await snippets();
  const env = { ESIGN_CONFIG_DIR: join(installed.folder, 'config') };
  const url = 'http://127.0.0.1:43117/';
  const ready = start(
    [installed.bin, 'sandbox', 'start', '--port', '0', '--ephemeral', '--json', '--webhook', url],
    env,
  );
  const { baseUrl, apiKey, webhookSecret } = JSON.parse(await ready());
  await copyFile(at('test/fixtures/form.pdf'), join(installed.folder, 'contract.pdf'));
  const code = receiver.replace('3000);', '43117, () => console.log("listening"));');
  const received = start([await installed.write('receiver.mjs', code)], {
    ESIGN_WEBHOOK_SECRET: webhookSecret,
  });
  expect(await received()).toBe('listening');
  const sign =
    "execFileSync(process.execPath, [process.argv[2], 'sandbox', 'sign', documentId, '--all']);";
  const whole = [flow, "import { execFileSync } from 'node:child_process';", sign, collect, errors];
  const module = await installed.write('flow.mjs', whole.join('\n'));
  const settings = { ...env, ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: apiKey };
  const said = await installed.run(process.execPath, [module, installed.bin], settings);
  expect(said.split('\n')).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign\//),
    'contract.pdf SENT',
    '',
  ]);
  for (const name of ['contract signed.pdf', 'certificate.pdf'])
    expect((await readFile(join(installed.folder, name))).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await received()).toMatch(/^signer\.signed [\w-]{36}$/);
  expect(await received()).toMatch(/^document\.completed [\w-]{36}$/);
});

const TWO_COPIES = `
import * as one from 'esign';
import * as other from 'esign-sdk';
import * as smaller from 'esign-sdk/webhooks';
try {
  one.verifyWebhook('{}', 'x', 's');
} catch (error) {
  const isInstance = error instanceof other.EsignError;
  console.log(error.name, isInstance, other.isEsignError(error), smaller.isEsignError(error));
}
console.log(one.isEsignError(new other.InvalidArgumentError('name', 'no name')), one.isEsignError(new Error('no')));
`;

test('an error of one package is known to the other, if not by its class', async () => {
  const module = await installed.write('two-copies.mjs', TWO_COPIES);
  const said = await installed.run(process.execPath, [module]);
  expect(said).toBe('WebhookSignatureError false true true\ntrue false\n');
});
