import { expect, test } from 'vitest';
import { chainFault } from '../../../../src/contract/audit-chain.ts';
import { readBounce } from '../../../../src/service/adapters/mail/read-bounce.ts';
import { openSmtpMailer } from '../../../../src/service/adapters/mail/smtp-mailer.ts';
import { bounceAddress } from '../../../../src/service/core/mails/bounce.rules.ts';
import { recordBounce } from '../../../../src/service/core/mails/record-bounce.ts';
import { writeMail } from '../../../../src/service/write-mail.ts';
import { startSmtpServer } from '../../../support/network/smtp-server.ts';
import { runOutbox } from '../../../support/outbox/outbox-world.ts';
import { aPostfixBounce } from '../../../support/service/a-bounce.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aSentDocument } from '../../../support/service/signing-world.ts';

const world = await makeSigningWorld();
const { deps } = world;
const domain = 'bounces.example.in';

/** Sends a signing link through a mail server; the address that its bounces go to. */
async function aSentMail() {
  const { documentId } = await aSentDocument(world, 1);
  const server = await startSmtpServer();
  const { outbox } = runOutbox(deps.store, {
    mailer: await openSmtpMailer({
      url: `smtp://127.0.0.1:${server.port}`,
      from: 'sign@example.in',
      bouncesTo: (mailId) => bounceAddress(deps.links, { mailId, domain }),
    }),
    writeMail: (item) => writeMail(deps, item),
    sender: { deliver: () => Promise.reject(new Error('no endpoint here')) },
    webhookDelaysMs: [],
  });
  await expect.poll(() => server.taken).toHaveLength(1);
  await outbox.close();
  const [{ envelopeFrom: to = '', source = '' } = {}] = server.taken;
  return { documentId, to, source };
}

const bounced = async (message: Buffer, links = deps.links) =>
  await recordBounce(deps, links, await readBounce(message));

async function trailOf(documentId: string) {
  const trail = await deps.store.readAudit(documentId);
  expect(chainFault(trail)).toBeUndefined();
  return trail.filter(({ type }) => type === 'email.bounced');
}

const found = async () =>
  (await deps.store.listContradictions(deps.clock.now())).filter(({ kind }) => kind === 'bounce');

test('a mail that came back is audited once, and found by a check', async () => {
  const { documentId, to, source } = await aSentMail();
  expect(source).toMatch(/^From: .* <sign@example\.in>$/m);
  expect(source).not.toContain('bounce+');
  const told = { documentId, action: 'failed', status: '5.1.1' };
  const first = await bounced(aPostfixBounce({ to }));
  expect(first).toEqual({ ...told, mailId: expect.any(String), outcome: 'recorded' });
  const again = await Promise.all([1, 2].map(() => bounced(aPostfixBounce({ to }))));
  expect(again.map(({ outcome }) => outcome)).toEqual(['known', 'known']);
  expect(await trailOf(documentId)).toMatchObject([
    {
      data: { mail: 'signing-link', status: '5.1.1' },
      personal: { 'data.email': { value: 'signer1@example.in' } },
    },
  ]);
  expect(await found()).toContainEqual({
    level: 'notice',
    kind: 'bounce',
    id: first.mailId,
    what: 'a mail came back: 5.1.1',
  });
});

test('the same bounce, brought twice at once, is recorded once', async () => {
  const { documentId, to } = await aSentMail();
  const both = await Promise.all([1, 2].map(() => bounced(aPostfixBounce({ to }))));
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['known', 'recorded']);
  expect(await trailOf(documentId)).toHaveLength(1);
});

test('a delay is told, and changes nothing', async () => {
  const { documentId, to } = await aSentMail();
  const delayed = aPostfixBounce({ to, action: 'delayed', status: '4.4.1' });
  const before = await found();
  expect(await bounced(delayed)).toMatchObject({ outcome: 'ignored', action: 'delayed' });
  expect(await trailOf(documentId)).toEqual([]);
  expect(await found()).toEqual(before);
});

test('a bounce of a mail that nobody knows is refused', async () => {
  const mailId = '0b9f6f2e-7a41-4c57-9d58-7a6c2f1f0d3c';
  const to = bounceAddress(deps.links, { mailId, domain });
  await expect(bounced(aPostfixBounce({ to }))).rejects.toMatchObject({ code: 'not_found' });
});
