import { describe, expect, test } from 'vitest';
import type { SmtpOptions } from '../../../../src/service/adapters/mail/smtp-mailer.ts';
import { openSmtpMailer } from '../../../../src/service/adapters/mail/smtp-mailer.ts';
import { InvalidMailServer } from '../../../../src/service/adapters/mail/smtp-url.ts';
import { startLocalTcp } from '../../../support/network/local-tcp.ts';
import type { SmtpScript } from '../../../support/network/smtp-server.ts';
import { startSmtpServer } from '../../../support/network/smtp-server.ts';
import { makeTlsIdentity } from '../../../support/network/tls-identity.ts';
import { aMail, verifyMailer } from '../../ports/verify-mailer.ts';

const from = 'sign@example.in';
const MAIL = { ...aMail(), id: '0b9f6f2e-7a41-4c57-9d58-7a6c2f1f0d3c' };

describe('handed to a mail server', () =>
  verifyMailer(async () => {
    const { port, taken } = await startSmtpServer();
    const mailer = await openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from });
    return { mailer, sources: async () => taken.map(({ source }) => source) };
  }));

const sendBy = async (options: SmtpOptions) => await (await openSmtpMailer(options)).send(MAIL);

async function sendThrough(script: SmtpScript, query = '') {
  const server = await startSmtpServer(script);
  const mailer = await openSmtpMailer({ url: `smtp://127.0.0.1:${server.port}${query}`, from });
  return { server, sending: mailer.send(MAIL) };
}

test('the envelope has one sender and one recipient', async () => {
  const { server, sending } = await sendThrough({});
  await sending;
  expect(server.taken).toMatchObject([{ envelopeFrom: from, envelopeTo: 'anita@example.in' }]);
  expect(server.lines.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
});

test.each([
  ['a full mailbox for now', 'RCPT', '452 4.2.2 Full', 'smtp_452', 452],
  ['no such mailbox', 'RCPT', '550 5.1.1 Nobody', 'smtp_550', 550],
  ['a refused sender', 'MAIL', '553 5.1.8 Who', 'smtp_553', 553],
  ['a refused message', 'MESSAGE', '554 5.7.1 Spam', 'smtp_554', 554],
  ['a message not taken now', 'MESSAGE', '451 4.3.0 Later', 'smtp_451', 451],
])('%s is reported with the server’s reply', async (_, verb, reply, reason, status) => {
  const { sending } = await sendThrough({ replies: { [verb]: reply } });
  await expect(sending).rejects.toMatchObject({ name: 'MailNotTaken', reason, status });
});

test('a server that refuses everyone is not about the mail', async () => {
  const { sending } = await sendThrough({ replies: { GREETING: '554 5.3.2 No service' } });
  await expect(sending).rejects.toMatchObject({ reason: 'eprotocol_554', status: null });
});

test('a refused password is not about the mail', async () => {
  const server = await startSmtpServer({ replies: { AUTH: '535 5.7.8 Wrong' } });
  const url = `smtp://sign%40example.in:secret@127.0.0.1:${server.port}`;
  const sending = sendBy({ url, from });
  await expect(sending).rejects.toMatchObject({ reason: 'eauth_535', status: null });
  const plain = Buffer.from('\0sign@example.in\0secret').toString('base64');
  expect(server.lines).toContain(`AUTH PLAIN ${plain}`);
});

test('errors contain neither the link nor the address', async () => {
  const { sending } = await sendThrough({ replies: { RCPT: '550 anita@example.in https://x' } });
  const error: unknown = await sending.catch((failure: unknown) => failure);
  const { message, stack, cause } = error instanceof Error ? error : new Error('sent');
  expect(`${message} ${stack} ${String(cause)}`).not.toMatch(/anita@|\/sign\//);
});

test('a missing server is reported as such', async () => {
  const { port } = new URL(await startLocalTcp((socket) => socket.destroy()));
  const cut = sendBy({ url: `smtp://127.0.0.1:${port}`, from });
  await expect(cut).rejects.toMatchObject({ name: 'MailNotTaken', status: null });
  const none = sendBy({ url: 'smtp://127.0.0.1:1', from });
  await expect(none).rejects.toMatchObject({ reason: 'connection_refused', status: null });
});

test('a silent server is abandoned before the attempt times out', async () => {
  const { sending } = await sendThrough({ silentAt: 'RCPT' });
  await expect(sending).rejects.toMatchObject({ reason: 'etimedout', status: null });
});

test('after STARTTLS mails travel encrypted, to a server with the right certificate', async () => {
  const tls = await makeTlsIdentity('localhost');
  const server = await startSmtpServer({ tls });
  const url = `smtp://localhost:${server.port}?tls=starttls`;
  await sendBy({ url, from, ca: tls.certificate });
  expect(server.taken.map(({ isSecure }) => isSecure)).toEqual([true]);
  const untrusted = sendBy({ url, from });
  await expect(untrusted).rejects.toMatchObject({ name: 'MailNotTaken', status: null });
  expect(server.taken).toHaveLength(1);
});

test('smtps speaks TLS from the first byte', async () => {
  const tls = { ...(await makeTlsIdentity('localhost')), implicit: true };
  const server = await startSmtpServer({ tls });
  await sendBy({ url: `smtps://localhost:${server.port}`, from, ca: tls.certificate });
  expect(server.taken.map(({ isSecure }) => isSecure)).toEqual([true]);
});

test('of a sender address with a display name, only the address is used', async () => {
  const server = await startSmtpServer({});
  const named = 'Example Sign <sign@example.in>';
  await sendBy({ url: `smtp://127.0.0.1:${server.port}`, from: named });
  expect(server.taken).toMatchObject([{ envelopeFrom: from }]);
  expect(server.lines.join('\n')).not.toContain('Example Sign');
});

test('no mail is sent in clear text when TLS is required but not offered', async () => {
  const { server, sending } = await sendThrough({}, '?tls=starttls');
  await expect(sending).rejects.toMatchObject({ name: 'MailNotTaken', status: null });
  expect(server.lines.some((line) => line.startsWith('MAIL'))).toBe(false);
});

test.each([
  '',
  'sign',
  'a b@example.in',
  'sign@example.in\r\nBcc: x@example.com',
  '<a@example.in>',
])('%j is not a valid sender address', async (address) => {
  const opening = openSmtpMailer({ url: 'smtp://127.0.0.1:25', from: address });
  await expect(opening).rejects.toThrow(InvalidMailServer);
});
