import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSmtpMailer } from '../../../../src/service/adapters/mail/smtp-mailer.ts';
import { readMessage } from '../../../support/network/read-message.ts';
import type { SmtpScript } from '../../../support/network/smtp-server.ts';
import { startSmtpServer } from '../../../support/network/smtp-server.ts';
import { aMail } from '../../ports/verify-mailer.ts';

/** A mailer on a scripted mail server, and a way to send one more mail. */
async function open(script: SmtpScript = {}, sendMs?: number) {
  const server = await startSmtpServer(script);
  const url = `smtp://127.0.0.1:${server.port}`;
  const mailer = await openSmtpMailer({ url, from: 'sign@example.in', ...(sendMs && { sendMs }) });
  const send = () => mailer.send({ ...aMail(), id: randomUUID() });
  const linesWith = (verb: string) => server.lines.filter((line) => line.startsWith(verb));
  return { server, mailer, send, linesWith };
}

test('many mails share two connections, each of which takes a hundred', async () => {
  const { server, send } = await open();
  await Promise.all(Array.from({ length: 250 }, send));
  const ids = server.taken.map(({ source }) => readMessage(source).headers['message-id']);
  expect(new Set(ids).size).toBe(250);
  expect(ids).toHaveLength(250);
  expect([3, 4]).toContain(server.connections());
});

test('mails one after the other share one connection', async () => {
  const { server, send } = await open();
  for (const _mail of [1, 2, 3]) await send();
  expect(server.connections()).toBe(1);
});

test('a mail that is refused leaves the connection to others', async () => {
  const { server, send } = await open({ replies: { RCPT: Array(5).fill('550 5.1.1 Nobody') } });
  for (const _mail of Array(5)) {
    await expect(send()).rejects.toMatchObject({ reason: 'smtp_550', status: 550 });
  }
  await send();
  expect(server.taken).toHaveLength(1);
  // The next mail need not wait until the first connection is reset.
  expect(server.connections()).toBeLessThanOrEqual(2);
});

test('a server that closes the service with 421 fails that mail alone, and it is not repeated', async () => {
  const { server, send, linesWith } = await open({
    replies: { MAIL: ['250 Ok', '421 4.3.2 Closing'] },
  });
  await send();
  // Not known as a reply to this mail: the outbox tries again.
  await expect(send()).rejects.toMatchObject({ reason: 'econnection', status: null });
  await send();
  expect(linesWith('MAIL')).toHaveLength(3);
  expect(server.taken).toHaveLength(2);
  expect(server.connections()).toBe(2);
});

test('421 to the first mail of a connection is told as such', async () => {
  const { send } = await open({ replies: { MAIL: ['421 4.3.2 Closing'] } });
  await expect(send()).rejects.toMatchObject({ reason: 'smtp_421', status: 421 });
});

test.each(['RCPT', 'MESSAGE'])(
  'a mail whose connection is cut at %s is not repeated by itself',
  async (verb) => {
    const { server, send, linesWith } = await open({ replies: { [verb]: [USUAL_OK, ''] } });
    await send();
    await expect(send()).rejects.toMatchObject({ name: 'MailNotTaken', status: null });
    await send();
    expect(linesWith('RCPT')).toHaveLength(3);
    expect(server.taken).toHaveLength(2);
  },
);

const USUAL_OK = '250 2.0.0 Ok';

test('mails to a server that hangs end in time, and none is handed over once it has ended', async () => {
  const { send, linesWith } = await open({ silentAt: 'MESSAGE' }, 400);
  const ended = await Promise.allSettled(Array.from({ length: 4 }, send));
  expect(ended.map((one) => one.status === 'rejected' && one.reason.reason)).toEqual(
    Array(4).fill('timeout'),
  );
  // One that waited may get a connection in the moment between two ends; its lines are on their way.
  await pause(200);
  const handedOver = linesWith('RCPT').length;
  expect(handedOver).toBeLessThan(4);
  await pause(200);
  expect(linesWith('RCPT')).toHaveLength(handedOver);
});

test('closing finishes the mail that is being handed over, and a later one opens a connection anew', async () => {
  const gate = new EventEmitter();
  const beforeMessage = () => once(gate, 'open');
  const { server, mailer, send, linesWith } = await open({ beforeMessage });
  const sending = send();
  await expect.poll(() => server.taken).toHaveLength(1);
  mailer.close?.();
  gate.emit('open');
  await sending;
  const later = send();
  await expect.poll(() => server.taken).toHaveLength(2);
  gate.emit('open');
  await later;
  expect(server.connections()).toBe(2);
  expect(linesWith('DATA')).toHaveLength(2);
});
