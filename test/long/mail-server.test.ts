import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkplace, startSandboxIn } from '../support/cli/built-esign.ts';
import { readMessage } from '../support/network/read-message.ts';
import { startSmtpServer } from '../support/network/smtp-server.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { ASHA } from '../support/sandbox/an-office.ts';

test('a sandbox with a mail server hands it each mail, reminders too, and keeps a copy', async () => {
  const { port, taken, lines } = await startSmtpServer();
  const place = await openWorkplace({ ESIGN_SMTP_URL: `smtp://asha:s3cret@127.0.0.1:${port}` });
  onTestFinished(() => place.close());
  await startSandboxIn(place, '--mail-from', 'sign@example.in');
  await writeFile(join(place.folder, 'contract.pdf'), aPdf());
  await place.json('send', 'contract.pdf', '--signer', ASHA, '--yes');
  await expect.poll(() => taken).toHaveLength(1);
  await place.json('sandbox', 'clock', 'advance', '3d');
  await expect.poll(() => taken).toHaveLength(2);
  const login = Buffer.from('\0asha\0s3cret').toString('base64');
  expect(lines).toContain(`AUTH PLAIN ${login}`);
  const subjects = taken.map(({ source }) => readMessage(source).headers.subject);
  expect(subjects).toEqual([
    expect.stringMatching(/: Please sign \/ हस्ताक्षर करें \(/),
    expect.stringMatching(/: Reminder to sign \/ हस्ताक्षर बाक़ी हैं \(/),
  ]);
  expect(taken[1]).toMatchObject({
    envelopeFrom: 'sign@example.in',
    envelopeTo: 'asha@example.in',
  });
  const { messages } = await place.json<{ messages: { subject: string }[] }>('sandbox', 'inbox');
  expect(messages.map(({ subject }) => subject)).toEqual(subjects);
});

test('a password in --smtp is warned of, and ESIGN_SMTP_URL works instead, without a warning', async () => {
  const place = await openWorkplace();
  onTestFinished(() => place.close());
  const url = 'smtp://asha:s3cret@mail.example.in?tls=none';
  const from = ['sandbox', 'start', '--port', '0', '--ephemeral', '--mail-from', 'a@example.in'];
  const typed = await place.run(...from, '--smtp', url);
  expect(typed.stderr).toContain('other users of this machine can read the password in --smtp');
  expect(typed.stderr).toContain('set ESIGN_SMTP_URL instead');
  const kept = await place.runWith({ ESIGN_SMTP_URL: url }, ...from);
  expect(kept.stderr).not.toContain('other users');
  for (const { code, stderr } of [typed, kept]) {
    expect(code).toBe(2);
    expect(stderr).toContain('Without TLS, the password would be sent in clear text');
    expect(stderr).not.toContain('s3cret');
  }
});

test('an invalid mail server is reported before anything starts', async () => {
  const place = await openWorkplace();
  onTestFinished(() => place.close());
  const start = ['sandbox', 'start', '--port', '0', '--ephemeral'];
  expect((await place.run(...start, '--smtp', 'mail.example.in:25')).code).toBe(2);
  expect((await place.run(...start, '--mail-from', 'sign@example.in')).code).toBe(2);
});
