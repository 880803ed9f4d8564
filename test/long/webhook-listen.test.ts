import { expect, test } from 'vitest';
import type { Started } from '../support/cli/built-esign.ts';
import { startSandboxIn } from '../support/cli/built-esign.ts';
import { freePort } from '../support/network/loopback.ts';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import { ASHA, openOffice } from '../support/sandbox/an-office.ts';

const LISTEN = ['webhook', 'listen', '--port', '0'];
const REGISTER = [...LISTEN, '--register'];

const office = await openOffice();
const { runWith, json, start } = office.place;

interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The next line of a command that goes on, as JSON. */
async function next({ lines, stderr }: Started): Promise<Line> {
  const { value, done } = await lines.next();
  if (done) throw new Error(`it ended: ${stderr()}`);
  return JSON.parse(value);
}

const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function endpoints(): Promise<Record<string, unknown>[]> {
  const { webhooks } = await json<{ webhooks: Record<string, unknown>[] }>(
    'sandbox',
    'webhook',
    'list',
  );
  return webhooks;
}

/** A document whose only signer has just signed. */
async function completed(): Promise<string> {
  const documentId = await office.sent(ASHA);
  await office.sign(documentId);
  return documentId;
}

test('a registered listener gets what happens to a document, and takes its endpoint with it', async () => {
  const listening = start(...REGISTER, '--until', 'document.completed', '--json');
  const ready = await next(listening);
  expect(await endpoints()).toMatchObject([{ endpointId: ready.endpointId, url: ready.url }]);
  const documentId = await completed();
  const [signed, completion] = [await next(listening), await next(listening)];
  expect(signed).toMatchObject({
    type: 'delivery',
    event: 'signer.signed',
    documentId,
    signers: { signed: 1, total: 1 },
    signature: { state: 'valid', secretIndex: 0 },
  });
  expect(completion).toMatchObject({ event: 'document.completed', status: 204, isLate: false });
  expect(await next(listening)).toMatchObject({ type: 'summary', ended: 'enough', accepted: 2 });
  expect(await listening.ended).toBe(0);
  expect(await endpoints()).toEqual([]);
});

test('a listener that is killed leaves no endpoint behind', async () => {
  const listening = start(...REGISTER, '--json');
  await next(listening);
  expect(await endpoints()).toHaveLength(1);
  await listening.stop('SIGKILL');
  await expect.poll(endpoints).toEqual([]);
});

test('a sandbox that is killed finds its listener again, and loses nothing for it', async () => {
  const listening = start(...REGISTER, '--respond', '503x2,204', '--json');
  const { endpointId } = await next(listening);
  const documentId = await completed();
  const failed = [await next(listening), await next(listening)];
  expect(failed).toMatchObject([{ status: 503 }, { status: 503 }]);
  office.running.child.kill('SIGKILL');
  await office.running.ended;
  office.running = await startSandboxIn(office.place);
  await json('sandbox', 'clock', 'advance', '1h');
  const again = [await next(listening), await next(listening)];
  for (const delivery of again)
    expect(delivery).toMatchObject({ documentId, status: 204, signature: { state: 'valid' } });
  const bytes = (lines: readonly Line[]) => lines.map(({ bodySha256 }) => bodySha256).sort();
  expect(bytes(again)).toEqual(bytes(failed));
  expect(await endpoints()).toMatchObject([{ endpointId }]);
  expect(listening.stderr()).toContain('the sandbox is gone');
  expect(await listening.stop('SIGINT')).toBe(130);
  expect(await endpoints()).toEqual([]);
});

const USES_THE_SANDBOX = `
  const { ESIGN_BASE_URL, ESIGN_API_KEY, ESIGN_WEBHOOK_SECRET, ESIGN_WEBHOOK_URL } = process.env;
  const answer = await fetch(ESIGN_BASE_URL + '/api/v1/documents', {
    headers: { authorization: 'Bearer ' + ESIGN_API_KEY },
  });
  console.log('the tests say', answer.status, ESIGN_WEBHOOK_SECRET.slice(0, 6), ESIGN_WEBHOOK_URL);
  process.exit(Number(process.argv[1]));
`;

/** Sends a delivery to the listener as the service would, with the secret or another. */
const SENDS = `
  import { createHmac } from 'node:crypto';
  const body = JSON.stringify({ event: 'signer.signed', documentId: 'd', status: 'SENT',
    occurredAt: new Date().toISOString(), signer: null, signers: [] });
  const secret = process.argv[1] || process.env.ESIGN_WEBHOOK_SECRET;
  const signature = 'sha256=' + createHmac('sha256', secret).update(body).digest('hex');
  await fetch(process.env.ESIGN_WEBHOOK_URL, { method: 'POST', body, headers: {
    'Content-Type': 'application/json', 'X-Service-Signature': signature,
    'X-Service-Event': 'signer.signed' } });
`;

const script = (text: string, ...args: readonly string[]) => [
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  text,
  ...args,
];

test.each([0, 7])(
  'a command runs once deliveries can come, and its code %i counts',
  async (code) => {
    const run = await office.place.run(...REGISTER, ...script(USES_THE_SANDBOX, String(code)));
    expect(run.code).toBe(code);
    expect(run.stdout).toMatch(/^the tests say 200 whsec_ http:\/\/127\.0\.0\.1:\d+\/\n$/);
    expect(run.stderr).toMatch(/^ready: deliveries go to/);
    expect(run.stderr.includes('the command ended with 7')).toBe(code === 7);
    expect(await endpoints()).toEqual([]);
  },
);

test('with --json stdout has our lines alone, and the command speaks on stderr', async () => {
  const run = await office.place.run(...REGISTER, '--json', ...script(USES_THE_SANDBOX, '3'));
  expect(linesOf(run.stdout)).toMatchObject([
    { type: 'ready' },
    { type: 'summary', ended: 'done', childExitCode: 3 },
  ]);
  expect(run.stderr).toMatch(/^the tests say 200 whsec_ /);
  expect(run.code).toBe(3);
});

test('what a command caused is waited for, and a delivery that was not answered 2xx ends with 9', async () => {
  const application = await startLocalReceiver((response) =>
    setTimeout(() => response.writeHead(500).end('{"error":"locked"}'), 500),
  );
  const forwarding = [...LISTEN, '--forward-to', application.url];
  const env = { ESIGN_WEBHOOK_SECRET: 'whsec_made_up' };
  const leavesOneToSend = `import { spawn } from 'node:child_process';
    const args = ['--input-type=module', '-e', process.argv[1]];
    spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref();`;
  const run = await runWith(env, ...forwarding, ...script(leavesOneToSend, SENDS));
  expect(run.stderr).toMatch(/#1 {2}→ 500 in \d+ ms {2}\{"error":"locked"\}/);
  expect(run.stderr).toContain('not answered 2xx: #1 signer.signed d → 500');
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 9, stdout: '' });
});

test('a bad signature ends with 10 where the command passed', async () => {
  const env = { ESIGN_WEBHOOK_SECRET: 'whsec_made_up' };
  const run = await runWith(env, ...LISTEN, ...script(SENDS, 'whsec_other'));
  expect(run.stderr).toContain('BAD SIGNATURE: mismatch');
  expect(run.code).toBe(10);
});

test('a command that takes too long is ended, with 8', async () => {
  const run = await office.place.run(
    ...[...REGISTER, '--timeout', '1s'],
    ...script('setInterval(() => undefined, 1000)'),
  );
  expect(run.stderr).toContain('ran out while waiting for the end of the command');
  expect(run.code).toBe(8);
});

test('SIGTERM is passed on to the command, and ends with 143', async () => {
  const waits = `process.on('SIGTERM', () => { console.log('told'); process.exit(0); });
    console.log('waiting'); setInterval(() => undefined, 1000);`;
  const running = start(...REGISTER, ...script(waits));
  expect((await running.lines.next()).value).toBe('waiting');
  running.child.kill('SIGTERM');
  expect((await running.lines.next()).value).toBe('told');
  expect(await running.ended).toBe(143);
  expect(await endpoints()).toEqual([]);
});

test('a program that there is not ends with 2, and leaves no endpoint behind', async () => {
  const run = await office.place.run(...REGISTER, '--', 'no-such-program-at-all');
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('"no-such-program-at-all" cannot be run');
  expect(await endpoints()).toEqual([]);
});

test('an address that has an endpoint already ends with 6, and says which', async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const { endpointId } = await json('sandbox', 'webhook', 'add', url);
  const run = await office.place.run('webhook', 'listen', '--register', '--port', port);
  expect(run.code).toBe(6);
  expect(run.stderr).toContain(String(endpointId));
  await json('sandbox', 'webhook', 'remove', String(endpointId));
});

test('for a service elsewhere --register ends with 2, and the guide says how to receive', async () => {
  const env = { ESIGN_BASE_URL: 'https://esign.example.com', ESIGN_API_KEY: 'sk_made_up' };
  const run = await runWith(env, ...REGISTER);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('esign help webhooks');
  const guide = (await office.place.run('help', 'webhooks')).stdout;
  expect(guide).toContain('tunnel');
  expect(guide).toContain('dashboard');
});

test('events that were not asked for are ignored, and counted', async () => {
  const listening = start(...REGISTER, '--events', 'document.completed');
  await expect.poll(() => listening.stderr()).toContain('ready: ');
  expect(listening.stderr()).toContain('deliveries document.completed go to');
  await completed();
  expect((await listening.lines.next()).value).toMatch(/^#1 .* document\.completed .* 1\/1 /);
  expect(await listening.stop('SIGINT')).toBe(130);
  expect(listening.stderr()).toMatch(/1 good, .*, 1 ignored/);
});
