import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../support/network/loopback.ts';
import { BODY, EVENT, HEADERS, SECRET } from '../support/outbox/receive-world.ts';
import { buildNextApp } from '../support/package/next-app.ts';
import { installPackage } from '../support/package/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PARTS = ['node', 'express', 'fastify', 'next', 'request', 'lambda', 'test'] as const;
type Guide = Readonly<Record<(typeof PARTS)[number], string>>;

/** The TypeScript of the guide, a module a block. */
async function readGuide(): Promise<Guide> {
  const text = await readFile(at('docs/webhooks.md'), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  expect(blocks).toHaveLength(PARTS.length);
  return Object.fromEntries(PARTS.map((part, index) => [part, blocks[index] ?? ''])) as Guide;
}

const guide = await readGuide();
const installed = await installPackage(['esign', 'esign-sdk']);
for (const name of ['express', 'fastify', '@types/express', '@types/node']) {
  const link = join(installed.folder, 'node_modules', name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(at(`node_modules/${name}`), link);
}
afterAll(() => removeFolder(installed.folder));

/** Starts a program that serves on a port until the test ends; what it has said so far. */
async function serve(words: readonly string[], port: number, cwd = installed.folder) {
  const env = { ...process.env, ESIGN_WEBHOOK_SECRET: SECRET, NEXT_TELEMETRY_DISABLED: '1' };
  const child = spawn(process.execPath, words, { cwd, env });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const url = `http://127.0.0.1:${port}/webhooks/esign`;
  await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 100 });
  return { url, said: () => said };
}

/** Runs a block of the guide, on a free port. */
async function serveBlock(name: string, code: string) {
  const port = await freePort();
  const { code: module } = await transform(code.replace('3000', String(port)), { loader: 'ts' });
  return await serve([await installed.write(`${name}-${port}.mjs`, module)], port);
}

const post = async (url: string, body: string = BODY) =>
  (await fetch(url, { method: 'POST', headers: HEADERS, body })).status;

const TAMPERED = BODY.replace('SENT', 'COMPLETED');
const HANDLED = `signer.signed ${EVENT.documentId}\n`;
const PARSED = 'webhook answered with 500: the body was parsed already: pass its raw bytes';

/** A good delivery is handled, a repeat is not handled again, a tampered one is refused. */
async function expectReceiver({ url, said }: { url: string; said: () => string }) {
  expect([await post(url), await post(url), await post(url, TAMPERED)]).toEqual([204, 204, 401]);
  await expect.poll(() => said()).toContain('webhook answered with 401');
  expect(said().split(HANDLED)).toHaveLength(2);
}

test("the guide's blocks are strict TypeScript", async () => {
  const files = await Promise.all(
    PARTS.map((part) => installed.write(`${part}.ts`, `${guide[part]}\nexport {};\n`)),
  );
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const tsc = [at('node_modules/typescript/bin/tsc'), ...options, '--types', 'node', ...files];
  const run = installed.run(process.execPath, tsc);
  expect(await run.catch((error: { stdout?: string }) => error.stdout)).toBe('');
});

test.each(['node', 'express', 'fastify'] as const)(
  'the block for %s receives, and its test in the guide gets a 204',
  async (part) => {
    const served = await serveBlock(part, guide[part]);
    await expectReceiver(served);
    const { code } = await transform(
      guide.test.replace('http://127.0.0.1:3000/webhooks/esign', served.url),
      { loader: 'ts' },
    );
    const module = await installed.write(`${part}-test.mjs`, code);
    const env = { ESIGN_WEBHOOK_SECRET: SECRET };
    expect(await installed.run(process.execPath, [module], env)).toBe('204\n');
  },
);

test('Express with its parser first answers 500, and says what to change', async () => {
  const parsing = guide.express.replace('app.post(', 'app.use(express.json());\napp.post(');
  const { url, said } = await serveBlock('parsing', parsing);
  expect(await post(url)).toBe(500);
  await expect.poll(() => said()).toContain(PARSED);
  expect(said()).not.toContain(HANDLED);
});

test('Express with a raw parser first receives', async () => {
  const raw = "app.use(express.raw({ type: '*/*' }));\napp.post(";
  await expectReceiver(await serveBlock('raw', guide.express.replace('app.post(', raw)));
});

test('Fastify without the scope of its own answers 500, and says what to change', async () => {
  const parsing = guide.fastify.replace(/scope\.removeAll[\s\S]*?(?=scope\.post)/, '');
  const { url, said } = await serveBlock('parsing', parsing);
  expect(await post(url)).toBe(500);
  await expect.poll(() => said()).toContain(PARSED);
  expect(said()).not.toContain(HANDLED);
});

/** What a program prints that calls a block's export. */
async function called(block: string, call: string): Promise<string> {
  const { code } = await transform(`${block}\n${call}`, { loader: 'ts' });
  const module = await installed.write('called.mjs', code);
  return await installed.run(process.execPath, [module], { ESIGN_WEBHOOK_SECRET: SECRET });
}

const SENT = `const headers = ${JSON.stringify(HEADERS)};
const bodies = ${JSON.stringify([BODY, BODY, TAMPERED])};`;

test('the block for a plain Request receives', async () => {
  const block = guide.request.replace('export default', 'const app =');
  const call = `${SENT}
for (const body of bodies) {
  const request = new Request('http://127.0.0.1/', { method: 'POST', headers, body });
  console.log((await app.fetch(request)).status);
}
const request = new Request('http://127.0.0.1/', { method: 'POST', headers, body: bodies[0] });
await request.json();
console.log((await app.fetch(request)).status);`;
  expect(await called(block, call)).toBe(`${HANDLED}204\n204\n401\n500\n`);
});

test('the block for Lambda receives, base64 or not', async () => {
  const call = `${SENT}
for (const [index, text] of bodies.entries()) {
  const isBase64Encoded = index === 0;
  const body = isBase64Encoded ? Buffer.from(text).toString('base64') : text;
  console.log((await handler({ headers, body, isBase64Encoded })).statusCode);
}`;
  expect(await called(guide.lambda, call)).toBe(`${HANDLED}204\n204\n401\n`);
});

const EDGE_ROUTE = `
import { verifyWebhook, WebhookSignatureError } from 'esign-sdk/webhooks';
export const runtime = 'edge';
export async function POST(request) {
  try {
    await verifyWebhook(await request.arrayBuffer(), request.headers, ${JSON.stringify(SECRET)});
    return new Response(null, { status: typeof EdgeRuntime === 'string' ? 204 : 500 });
  } catch (error) {
    return new Response(null, { status: error instanceof WebhookSignatureError ? 401 : 500 });
  }
}
`;

const NODE_ROUTE = `
import { EsignClient, makeEvent } from 'esign-sdk';
export function GET() {
  try {
    return Response.json(new EsignClient({ baseUrl: 'not a URL', apiKey: 'sk_test_invented' }));
  } catch (error) {
    return Response.json([makeEvent('signer.signed').event, error.name]);
  }
}
`;

test('the block for Next receives in a built application, as does the SDK on the edge', async () => {
  const parsing = guide.next.replace(
    'export const POST = webhooks.handleFetch;',
    'export const POST = async (request) => (await request.json(), webhooks.handleFetch(request));',
  );
  const app = await buildNextApp(installed.tarballs, {
    'webhooks/esign': guide.next,
    'webhooks/parsed': parsing,
    'sdk/edge': EDGE_ROUTE,
    'sdk/node': NODE_ROUTE,
  });
  onTestFinished(app.close);
  const port = await freePort();
  const served = await serve(app.serve(port), port, app.folder);
  await expectReceiver(served);
  expect(await post(served.url.replace('esign', 'parsed'))).toBe(500);
  await expect.poll(() => served.said()).toContain(PARSED);
  const edge = served.url.replace('webhooks/esign', 'sdk/edge');
  expect([await post(edge), await post(edge, TAMPERED)]).toEqual([204, 401]);
  const answer = await fetch(served.url.replace('webhooks/esign', 'sdk/node'));
  expect(await answer.json()).toEqual(['signer.signed', 'InvalidArgumentError']);
});
