import { afterAll, expect, test, vi } from 'vitest';
import { driveSigning } from '../../../src/sandbox/control/drive-signing.ts';
import { readMessage } from '../../support/network/read-message.ts';
import { startSmtpServer } from '../../support/network/smtp-server.ts';
import { callApi, sendTo, startTestSandbox } from '../../support/sandbox/a-sandbox.ts';
import { openDesk } from '../../support/sandbox/open-desk.ts';

const INBOX = '/dashboard/sandbox/inbox';
const LONG = { timeout: 60_000 };
const world = await startTestSandbox({ otp: '123456' });
const desk = await openDesk(world.sandbox.inboxUrl);
const documentId = await sendTo(world.sandbox, ['Asha <b>Rao</b>']);
await vi.waitFor(async () => expect((await desk.get(`${INBOX}/1`)).status).toBe(200), LONG);
afterAll(world.close);

const page = async (path: string) => {
  const answer = await desk.get(`${INBOX}${path}`);
  return { answer, text: await answer.text() };
};

test('the inbox lists each mail’s recipient, time and subject', async () => {
  const { text } = await page('');
  expect(text).toContain(
    '<span dir="auto">Asha &lt;b&gt;Rao&lt;/b&gt;</span> signer1@example.in</td>',
  );
  expect(text).toMatch(/<time datetime="[^"]+" title="[^"]+">[^<]+ IST<\/time>/);
  expect(text).toMatch(
    /href="\/dashboard\/sandbox\/inbox\/1" dir="auto">Sandbox: Please sign \/ हस्ताक्षर करें \(/,
  );
});

test.each(['/1', '/1/text', '/1/source'])(
  '%s shows the mail’s headers and the tabs',
  async (path) => {
    const { text } = await page(path);
    expect(text).toContain('<dd>Sandbox via esign (TEST) &lt;sandbox@esign.test&gt;</dd>');
    expect(text).toContain('<dd>Asha &lt;b&gt;Rao&lt;/b&gt; &lt;signer1@example.in&gt;</dd>');
    expect(text).toContain('<dt>Date</dt>');
    expect(text).toMatch(/<h1>Sandbox: Please sign \/ हस्ताक्षर करें \(/);
    const views = /<nav class="menu filters".*?<\/nav>/s.exec(text)?.[0] ?? '';
    expect(views.match(/aria-current="page"/g)).toHaveLength(1);
    expect(views).toContain(`<a href="${INBOX}${path}" aria-current="page">`);
  },
);

test('a mail’s HTML is in a frame without scripts or requests, and its links leave the frame', async () => {
  const shown = await page('/1');
  expect(shown.text).toContain(
    `src="${INBOX}/1/body" sandbox="allow-top-navigation-by-user-activation"`,
  );
  const policy = shown.answer.headers.get('content-security-policy');
  expect(policy).toBe(
    `${(await page('')).answer.headers.get('content-security-policy')};frame-src 'self'`,
  );
  expect(policy).toContain("default-src 'none'");
  const { answer, text } = await page('/1/body');
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
  );
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(text).toContain('<head><base target="_top">');
  expect(text).not.toContain('<script');
});

test('a mail’s text has its links', async () => {
  const { text } = await page('/1/text');
  expect(text).toMatch(/<a href="http:\/\/127\.0\.0\.1:\d+\/sign\/[^"]+" rel="noreferrer">/);
});

test('a mail’s source is the message that a mail server would get', async () => {
  const { answer, text } = await page('/1/mail.eml');
  expect(answer.headers.get('content-type')).toBe('message/rfc822');
  expect(readMessage(text)).toMatchObject({
    headers: {
      from: '"Sandbox via esign (TEST)" <sandbox@esign.test>',
      'auto-submitted': 'auto-generated',
    },
    parts: { 'text/plain': expect.stringContaining('/sign/') },
  });
  expect((await page('/1/source')).text).toContain('Auto-Submitted: auto-generated');
});

test.each(['/4711', '/4711/body', '/1/other', '/x'])('there is nothing at %s', async (path) => {
  expect((await page(path)).answer.status).toBe(404);
});

test('a sandbox with a mail server sends each mail and keeps it in the inbox', async () => {
  const { port, taken } = await startSmtpServer();
  const smtp = { url: `smtp://127.0.0.1:${port}`, from: 'sign@example.in' };
  const other = await startTestSandbox({ smtp });
  try {
    await sendTo(other.sandbox, ['Asha Rao']);
    await expect.poll(() => taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      envelopeFrom: 'sign@example.in',
      envelopeTo: 'signer1@example.in',
    });
    const kept = await (await openDesk(other.sandbox.inboxUrl)).get(`${INBOX}/1/mail.eml`);
    const idOf = (source: string) => readMessage(source).headers['message-id'];
    expect(idOf(await kept.text())).toBe(idOf(taken[0]?.source ?? ''));
  } finally {
    await other.close();
  }
});

test.each([{ url: 'http://127.0.0.1:25' }, { url: 'smtp://127.0.0.1:25', from: 'nobody' }])(
  'a sandbox does not start with the mail server %j',
  async (smtp) => {
    await expect(startTestSandbox({ smtp })).rejects.toMatchObject({
      name: 'SandboxRefused',
      code: 'invalid_request',
    });
  },
);

test('advancing the clock by three days sends a reminder at once', async () => {
  await world.control.advanceClock({ ms: 3 * 24 * 3600_000 });
  const reminders = async () =>
    (await world.control.inbox()).filter(
      (message) => message.kind === 'mail' && /: Reminder to sign \//.test(message.subject),
    );
  await expect.poll(reminders).toHaveLength(1);
});

test('the link below a mail’s Hindi text signs, too', async () => {
  const mail = (await world.control.inbox()).find(({ kind }) => kind === 'mail');
  if (mail?.kind !== 'mail') expect.unreachable();
  const [plain, hindi = ''] = mail.links;
  expect(hindi).toBe(`${plain}?lang=hi`);
  await driveSigning({ signUrl: hindi, identity: 'Asha <b>Rao</b>', readCode: () => '123456' });
  const { content } = await callApi(world.sandbox, `/${documentId}`);
  expect(content.status).toBe('COMPLETED');
});

test('a page tells by its poll that there is a newer mail', async () => {
  const seen = async () => /data-seen="([^"]*)"/.exec((await page('')).text)?.[1];
  const before = await seen();
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  await sendTo(world.sandbox, ['Ravi Kumar']);
  await expect.poll(seen, LONG).not.toBe(before);
});
