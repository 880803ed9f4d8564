import { afterAll, expect, test, vi } from 'vitest';
import { driveSigning } from '../../../src/sandbox/signing/drive-signing.ts';
import { callApi, sendTo, startTestSandbox } from '../../support/a-sandbox.ts';
import { openDesk } from '../../support/open-desk.ts';
import { readMessage } from '../../support/read-message.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';

const LONG = { timeout: 60_000 };
const world = await startTestSandbox({ otp: '123456' });
const desk = await openDesk(world.sandbox.inboxUrl);
const documentId = await sendTo(world.sandbox, ['Asha <b>Rao</b>']);
await vi.waitFor(async () => expect((await desk('/inbox/1')).status).toBe(200), LONG);
afterAll(world.close);

const page = async (path: string) => {
  const answer = await desk(`/inbox${path}`);
  return { answer, text: await answer.text() };
};

test('the inbox lists each mail’s recipient, time and subject', async () => {
  const { text } = await page('');
  expect(text).toContain(
    'Asha &lt;b&gt;Rao&lt;/b&gt; <span class="soft">signer1@example.in</span>',
  );
  expect(text).toMatch(/<time datetime="[^"]+">\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC<\/time>/);
  expect(text).toMatch(/<a href="\/inbox\/1">.*Please sign \/ हस्ताक्षर करें: /s);
});

test.each(['/1', '/1/text', '/1/source'])(
  '%s shows the mail’s headers and the tabs',
  async (path) => {
    const { text } = await page(path);
    expect(text).toContain('<dd>Sandbox via esign (TEST) &lt;sandbox@esign.test&gt;</dd>');
    expect(text).toContain('<dd>Asha &lt;b&gt;Rao&lt;/b&gt; &lt;signer1@example.in&gt;</dd>');
    expect(text).toContain('<dt>Date</dt>');
    expect(text).toMatch(/<h1>Please sign \/ हस्ताक्षर करें: /);
    expect(text.match(/aria-current="page"/g)).toHaveLength(1);
    expect(text).toContain(`<a href="/inbox${path}" aria-current="page">`);
  },
);

test('a mail’s HTML is in a frame without scripts or requests, and its links leave the frame', async () => {
  expect((await page('/1')).text).toContain(
    'src="/inbox/1/body" sandbox="allow-top-navigation-by-user-activation"',
  );
  const { answer, text } = await page('/1/body');
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
  );
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
    const kept = await (await openDesk(other.sandbox.inboxUrl))('/inbox/1/mail.eml');
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
  await world.control.advanceClock(3 * 24 * 3600_000);
  const reminders = async () =>
    (await world.control.inbox()).filter(
      (message) => message.kind === 'mail' && message.subject.startsWith('Reminder to sign / '),
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
