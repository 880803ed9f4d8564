import { expect, test } from 'vitest';
import { openSmtpMailer } from '../../../../src/service/adapters/mail/smtp-mailer.ts';
import { writeMail } from '../../../../src/service/write-mail.ts';
import { readMessage } from '../../../support/network/read-message.ts';
import type { SmtpScript } from '../../../support/network/smtp-server.ts';
import { startSmtpServer } from '../../../support/network/smtp-server.ts';
import { runOutbox } from '../../../support/outbox/outbox-world.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aSentDocument } from '../../../support/service/signing-world.ts';

const world = await makeSigningWorld();

/** Sends signing links through the outbox to a scripted mail server. */
async function sendLinks(script: SmtpScript, signers = 1, mailDelaysMs = [30, 30]) {
  const { deps } = world;
  const { documentId } = await aSentDocument(world, signers);
  const server = await startSmtpServer(script);
  const url = `smtp://127.0.0.1:${server.port}`;
  const { tried } = runOutbox(deps.store, {
    mailer: await openSmtpMailer({ url, from: 'sign@example.in' }),
    writeMail: (item) => writeMail(deps, item),
    sender: { deliver: () => Promise.reject(new Error('no endpoint here')) },
    mailDelaysMs,
    webhookDelaysMs: [],
  });
  const ended = () =>
    tried.filter(({ item, verdict }) => item.kind === 'mail' && verdict.state !== 'queued');
  await expect.poll(() => ended()).toHaveLength(signers);
  const mails = tried.filter(({ item }) => item.kind === 'mail');
  const trail = (await deps.store.readAudit(documentId)).filter(({ type }) =>
    /^email\.[sf]/.test(type),
  );
  return { server, mails, trail };
}

test('a temporarily refused mail is sent again later, once, as the same mail', async () => {
  const { server, mails, trail } = await sendLinks({
    replies: { RCPT: ['450 4.2.1 Busy'], MESSAGE: ['451 4.3.0 Later'] },
  });
  expect(mails.map(({ result }) => result.error)).toEqual(['smtp_450', 'smtp_451', null]);
  expect(server.taken).toHaveLength(1);
  const { headers, parts } = readMessage(server.taken[0]?.source ?? '');
  expect(headers).toMatchObject({
    from: '"Northwind Homes via esign (TEST)" <sign@example.in>',
    to: 'Asha Rao <signer1@example.in>',
    'message-id': `<${mails[0]?.item.id}@example.in>`,
  });
  expect(parts['text/plain']).toContain('http://esign.example.in/sign/');
  expect(trail).toMatchObject([{ type: 'email.sent', data: { mail: 'signing-link', tries: 3 } }]);
});

test('a permanently refused mail is given up at once, and the trail says why', async () => {
  const { server, mails, trail } = await sendLinks({ replies: { MESSAGE: '554 5.7.1 Spam' } });
  expect(mails.map(({ verdict }) => verdict.state)).toEqual(['failed']);
  expect(server.taken).toEqual([]);
  expect(trail).toMatchObject([{ type: 'email.failed', data: { reason: 'smtp_554', tries: 1 } }]);
  expect(JSON.stringify(trail)).not.toContain('/sign/');
});

test('a misconfigured mail server loses no mail: they are sent once it is fixed', async () => {
  const { mails, server } = await sendLinks({ replies: { GREETING: ['554 5.3.2 No service'] } });
  expect(mails.map(({ result }) => result.error)).toEqual(['eprotocol_554', null]);
  expect(server.taken).toHaveLength(1);
});

test('a server that closes its connection after each mail gets every mail, and each once', async () => {
  // Of two connections that end, a mail may meet one again and again
  const delaysMs = Array.from({ length: 20 }, () => 30);
  const { server, trail } = await sendLinks({ endsAfter: 'MESSAGE' }, 6, delaysMs);
  const recipients = server.taken.map(({ envelopeTo }) => envelopeTo).sort();
  expect(recipients).toEqual([1, 2, 3, 4, 5, 6].map((signer) => `signer${signer}@example.in`));
  expect(trail.map(({ type }) => type)).toEqual(Array(6).fill('email.sent'));
});

test('a server that closes the service with 421 gets the mail later, once', async () => {
  const { mails, server } = await sendLinks({ replies: { MAIL: ['421 4.3.2 Closing'] } });
  expect(mails.map(({ result }) => result.error)).toEqual(['smtp_421', null]);
  expect(server.taken).toHaveLength(1);
});
