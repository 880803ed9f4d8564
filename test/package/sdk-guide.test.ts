import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeEvent, signWebhook } from '../../src/client/index.ts';
import { freePort } from '../support/network/loopback.ts';
import { installPackage } from '../support/package/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const execute = promisify(execFile);

type Language = 'ts' | 'python';

/** The programs of a page in a language. */
async function snippets(language: Language, page = 'docs/guides/sdk.md'): Promise<string[]> {
  const text = await readFile(at(page), 'utf8');
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...text.matchAll(block)].map(([, code = '']) => code);
}

const programs = await snippets('ts');
const [flow = '', collect = '', beside = '', errors = '', receiver = '', sample = ''] = programs;
const [watched = '', proxied = '', worker = ''] = programs.slice(6);
const pythons = await snippets('python');
const [pyFlow = '', pyCollect = '', pyBeside = '', pyErrors = '', pyReceiver = ''] = pythons;
const [pySample = '', pyWatched = ''] = pythons.slice(5);

const installed = await installPackage(['esign', 'esign-sdk']);
afterAll(async () => {
  await removeFolder(installed.folder);
});

/** How a program of each language starts: Python from the sources, with httpx of Debian. */
const COMMANDS = { ts: [process.execPath], python: ['/usr/bin/python3', '-B'] } as const;
const PYTHONPATH = at('python/src');

/** Starts a program that goes on until the test ends; its first lines of stdout can be waited for. */
function start([command, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, {
    cwd: installed.folder,
    env: { ...process.env, PYTHONPATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || !child.kill('SIGTERM')) return;
    await once(child, 'exit');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async () => String((await lines.next()).value);
}

/** Runs a program to its end, in a folder of its own with a contract; what it said, errors last, and its files. */
async function run(language: Language, code: string, env: NodeJS.ProcessEnv = {}) {
  const cwd = join(installed.folder, `run-${language}`);
  await mkdir(cwd, { recursive: true });
  await copyFile(at('test/fixtures/form.pdf'), join(cwd, 'contract.pdf'));
  const path = await installed.write(`run.${language === 'ts' ? 'mjs' : 'py'}`, code);
  const [command, ...options] = COMMANDS[language];
  const { stdout, stderr } = await execute(command, [...options, path], {
    cwd,
    env: { ...process.env, PYTHONPATH, ...env },
  });
  const said = `${stdout}${stderr}`.replace(/(?<=\/sign\/)\S+/g, 'TOKEN').trimEnd();
  return { said: said.split('\n'), files: (await readdir(cwd)).sort(), cwd };
}

/** A running sandbox that delivers to some addresses, and the settings of its account and of another one. */
async function startSandbox(urls: readonly string[]) {
  const env = { ESIGN_CONFIG_DIR: join(installed.folder, 'config') };
  const hooks = urls.flatMap((url) => ['--webhook', url]);
  const line = ['sandbox', 'start', '--port', '0', '--ephemeral', '--json', ...hooks];
  const ready = start([process.execPath, installed.bin, ...line], env);
  const { baseUrl, apiKey, webhookSecret } = JSON.parse(await ready());
  const another = [installed.bin, 'sandbox', 'account', 'create', '--json'];
  const account = JSON.parse(await installed.run(process.execPath, another, env));
  const settings = (key: string) => ({ ...env, ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: key });
  return { first: settings(apiKey), second: settings(account.apiKey), webhookSecret };
}

const SIGN = `import { execFileSync } from 'node:child_process';
execFileSync(process.execPath, [process.env.BIN, 'sandbox', 'sign', documentId, '--all'], { stdio: 'ignore' });`;
const PY_SIGN = `import os, subprocess
subprocess.run([os.environ["NODE"], os.environ["BIN"], "sandbox", "sign", created.document_id, "--all"], check=True, capture_output=True)`;

test('the READMEs show programs of the guide', async () => {
  expect(await snippets('ts', 'README.md')).toEqual([flow]);
  expect(await snippets('python', 'python/README.md')).toEqual(
    expect.arrayContaining([pyFlow, pyCollect, pyBeside, pyErrors]),
  );
});

test('each task has a program for Node and one for Python', async () => {
  const [, ...tasks] = (await readFile(at('docs/guides/sdk.md'), 'utf8')).split(/^## /m);
  const languages = tasks.map((task) => [
    task.slice(0, task.indexOf('\n')),
    ...[...task.matchAll(/^```(\w+)$/gm)].map(([, language]) => language),
  ]);
  expect(languages).toEqual([
    ['Send a document', 'ts', 'python'],
    ['Fetch what was signed', 'ts', 'python'],
    ['Beside the specification', 'ts', 'python'],
    ['Handle errors', 'ts', 'python'],
    ['Receive webhooks', 'ts', 'python'],
    ['Test a receiver', 'ts', 'python'],
    ['See what is sent', 'ts', 'python'],
    ['Use another transport'],
    ['Reach the service through a proxy', 'ts'],
    ['Verify webhooks without Node', 'ts'],
  ]);
});

test("the guide's programs are strict TypeScript", async () => {
  await installed.write('worker.ts', worker);
  await installed.write('flow.ts', [flow, collect, beside, errors].join('\n'));
  await installed.write('receiver.ts', receiver);
  await installed.write('sample.ts', sample);
  await installed.write('proxied.ts', proxied);
  await installed.write('watched.ts', watched);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const types = ['--types', 'node', '--typeRoots', at('node_modules/@types')];
  const files = ['flow.ts', 'receiver.ts', 'sample.ts', 'proxied.ts', 'watched.ts', 'worker.ts'];
  const tsc = [at('node_modules/typescript/bin/tsc'), ...options, ...types, ...files];
  const checked = installed.run(process.execPath, tsc);
  expect(await checked.catch((error: { stdout?: string }) => error.stdout)).toBe('');
});

test('an event for tests verifies in both languages', async () => {
  expect((await run('ts', sample)).said).toEqual(['signer.signed']);
  expect((await run('python', pySample)).said).toEqual(['signer.signed']);
});

/** Starts the guide's receiver of a language, once the secret is known. */
async function receive(language: Language, port: number, secret: string) {
  const code =
    language === 'ts'
      ? receiver.replace('3000);', `${port}, () => console.log('listening'));`)
      : pyReceiver
          .replace('HTTPServer(("127', 'server = HTTPServer(("127')
          .replace('.serve_forever()', '\nprint("listening", flush=True)\nserver.serve_forever()')
          .replace('3000', String(port));
  const path = await installed.write(`receiver.${language === 'ts' ? 'mjs' : 'py'}`, code);
  const next = start([...COMMANDS[language], path], { ESIGN_WEBHOOK_SECRET: secret });
  expect(await next()).toBe('listening');
  return next;
}

/** A genuine delivery, the same again, a changed one, and another: how a receiver answers each. */
async function answersTo(url: string, secret: string): Promise<number[]> {
  const [one, other] = ['first', 'second'].map((documentId) =>
    JSON.stringify(makeEvent('signer.signed', { documentId })),
  ) as [string, string];
  const post = async (body: string, signed = body) => {
    const headers = {
      'content-type': 'application/json',
      'x-service-signature': signWebhook(signed, secret),
      'x-service-event': 'signer.signed',
    };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  return [await post(one), await post(one), await post(other, one), await post(other)];
}

test("the guide's programs do the same in both languages beside a sandbox", async () => {
  const ports = [await freePort(), await freePort()] as const;
  const urls = ports.map((port) => `http://127.0.0.1:${port}/`);
  const { first, second, webhookSecret } = await startSandbox(urls);
  const receivers = [
    await receive('ts', ports[0], webhookSecret),
    await receive('python', ports[1], webhookSecret),
  ];
  const tools = { NODE: process.execPath, BIN: installed.bin };
  const whole = [flow, SIGN, collect, beside, errors].join('\n');
  const pyWhole = [pyFlow, PY_SIGN, pyCollect, pyBeside, pyErrors].join('\n');
  const node = await run('ts', whole, { ...first, ...tools });
  const python = await run('python', pyWhole, { ...second, ...tools });
  expect((await run('ts', proxied, first)).said).toEqual(['true']);
  const list = 'GET http://127.0.0.1:\\d+/api/v1/documents\\?limit=1';
  expect((await run('ts', watched, first)).said).toEqual([
    expect.stringMatching(`^→ ${list} \\(attempt 1\\)$`),
    expect.stringMatching(`^← 200 ${list}$`),
  ]);
  expect((await run('python', pyWatched, second)).said).toEqual([
    'listDocuments 200',
    expect.stringMatching('^GET http://127.0.0.1:\\d+/api/v1/documents\\S* attempt 1: 200$'),
  ]);
  expect(node.said).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign\/TOKEN$/),
    'contract.pdf SENT',
    'COMPLETED',
    'The sender’s own id of the document set',
    expect.stringMatching(/^409 invalid_state \w/),
  ]);
  expect(python.said).toEqual(node.said);
  expect(node.files).toEqual(['certificate.pdf', 'contract signed.pdf', 'contract.pdf']);
  expect(python.files).toEqual(node.files);
  for (const next of receivers) {
    expect(await next()).toMatch(/^signer\.signed [\w-]{36}$/);
    expect(await next()).toMatch(/^document\.completed [\w-]{36}$/);
  }
  for (const url of urls) expect(await answersTo(url, webhookSecret)).toEqual([204, 204, 401, 204]);
  for (const next of receivers)
    expect([await next(), await next()]).toEqual(['signer.signed first', 'signer.signed second']);
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
