import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { ApiError, InsufficientCreditsError, verifyWebhook } from '../../src/client/index.ts';
import type { TestAccount } from '../../src/testing/index.ts';
import { startSandbox } from '../../src/testing/index.ts';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';

const ENTRY = pathToFileURL('dist/testing/index.js').href;

const sandbox = await startSandbox({ credits: 3 });
afterAll(() => sandbox.close());

const signer = (email: string) => ({ name: 'Asha Rao', email, phone: '9876543210' });

async function sent({ client }: TestAccount, email: string): Promise<string> {
  const { documentId } = await client.documents.create(aPdf(), { name: 'lease.pdf' });
  await client.documents.addSigners(documentId, [signer(email)]);
  await client.documents.send(documentId);
  return documentId;
}

test('a document of an account is signed, its mails are found, and its events are signed', async () => {
  const { url, received } = await startLocalReceiver();
  const account = await sandbox.account({ credits: 1, webhooks: [url] });
  const documentId = await sent(account, 'first@example.in');
  expect(await account.sign(documentId)).toMatchObject([{ name: 'Asha Rao', signingOrder: 1 }]);
  expect((await account.client.documents.retrieve(documentId)).status).toBe('COMPLETED');
  const [mail, ...more] = await account.inbox({ to: 'first@example.in' });
  expect(mail).toMatchObject({
    kind: 'mail',
    links: expect.arrayContaining([expect.stringContaining('/sign/')]),
  });
  expect(more.every(({ to }) => to === 'first@example.in')).toBe(true);
  await expect.poll(() => received.length).toBe(2);
  const events = received.map(({ body, headers }) =>
    verifyWebhook(body, headers, account.webhookSecret),
  );
  expect(events.map(({ event }) => event)).toEqual(['signer.signed', 'document.completed']);
});

test('a document is mailed again, declined and withdrawn, and its timeline says so', async () => {
  const account = await sandbox.account();
  const endOf = async (id: string) => (await account.client.documents.timeline(id)).ended;
  const declined = await sent(account, 'second@example.in');
  await account.resend(declined);
  const linksMailed = async () =>
    (await account.inbox({ to: 'second@example.in' })).filter(({ kind }) => kind === 'mail').length;
  await expect.poll(linksMailed).toBe(2);
  await account.decline(declined, { signer: 1, reason: 'The rent is wrong' });
  const reason = 'The rent is wrong';
  expect(await endOf(declined)).toMatchObject({ as: 'declined', by: 'Asha Rao', reason });
  await expect(account.decline(declined)).rejects.toThrow();
  const withdrawn = await sent(account, 'third@example.in');
  await account.withdraw(withdrawn, 'Sent twice');
  expect(await endOf(withdrawn)).toMatchObject({ as: 'withdrawn', reason: 'Sent twice' });
});

test('an account has its own credits and its own faults', async () => {
  const [poor, rich] = await Promise.all([sandbox.account({ credits: 0 }), sandbox.account()]);
  await expect(sent(poor, 'poor@example.in')).rejects.toThrow(InsufficientCreditsError);
  await rich.fault('api-server-error', { times: 'always' });
  await expect(rich.client.documents.page({ maxRetries: 0 })).rejects.toThrow(ApiError);
  await expect(poor.client.documents.page()).resolves.toBeTruthy();
  await rich.clearFaults();
  await rich.fault('api-lost-answer', { route: 'POST */send' });
  expect(await rich.client.documents.retrieve(await sent(rich, 'rich@example.in'))).toMatchObject({
    status: 'SENT',
  });
  await expect(rich.fault('api-slow', { route: 'send' })).rejects.toThrow(/such as "POST/);
  const none = await sandbox.account({ subscription: false });
  await expect(none.client.documents.page()).rejects.toThrow(ApiError);
});

test('a fault of the authority keeps a document from being signed', async () => {
  const account = await sandbox.account();
  const documentId = await sent(account, 'asha@example.in');
  await sandbox.fault('wrong-hash');
  await expect(account.sign(documentId)).rejects.toThrow(/Nothing was signed/);
  await sandbox.fault('down', { times: 'always' });
  await sandbox.clearFaults();
  expect(await account.sign(documentId, { signer: 1 })).toHaveLength(1);
});

test('the clock is moved by milliseconds or by a text', async () => {
  const DAY_MS = 86_400_000;
  const before = await sandbox.advance('3d');
  expect(before.getTime()).toBeGreaterThan(Date.now() + 2 * DAY_MS);
  expect((await sandbox.advance(DAY_MS)).getTime()).toBeGreaterThanOrEqual(
    before.getTime() + DAY_MS,
  );
  await expect(sandbox.advance('soon')).rejects.toThrow(/not a duration/);
});

test('a sandbox that cannot start says why', async () => {
  await expect(startSandbox({ otp: '12' })).rejects.toThrow(
    'The sandbox did not start: The code must have 6 digits',
  );
});

/** Runs a program that prints a line, and perhaps goes on. */
async function program(code: string, env: Readonly<Record<string, string>> = {}) {
  const source = `import { startSandbox } from '${ENTRY}';\n${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ended, line: String(line) };
}

const PRINT = 'const { env } = await startSandbox(); console.log(env.ESIGN_SANDBOX_DIR);';

test.each(['a killed program', 'a program that ends without closing it'])(
  'the sandbox of %s ends, and its data is removed',
  async (what) => {
    const isKilled = what === 'a killed program';
    const run = await program(isKilled ? `${PRINT} setInterval(() => {}, 1000);` : PRINT);
    if (isKilled) run.child.kill('SIGKILL');
    expect(await run.ended).toEqual(isKilled ? [null, 'SIGKILL'] : [0, null]);
    await expect.poll(() => existsSync(run.line)).toBe(false);
  },
);

test('a program whose environment names a sandbox uses that one, and leaves it running', async () => {
  const code = `
    const shared = await startSandbox();
    const { client } = await shared.account();
    await client.documents.page();
    await shared.close();
    console.log(shared.baseUrl);`;
  const { line, ended } = await program(code, sandbox.env);
  expect([line, await ended]).toEqual([sandbox.baseUrl, [0, null]]);
  const account = await sandbox.account();
  expect((await account.client.documents.page()).documents).toEqual([]);
});
