import { afterAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../../src/contract/audit-chain.ts';
import { readEntry } from '../../../../src/service/core/evidence/audit-personal.rules.ts';
import type { Mail } from '../../../../src/service/core/mails/mail-notice.rules.ts';
import { MailNotTaken } from '../../../../src/service/ports/mailer.ts';
import type { DocumentStore } from '../../../../src/service/store/store.ts';
import { PAST_LEASE_MS } from '../../../support/kills/past-lease.ts';
import { startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import { openSender } from '../../../support/outbox/open-sender.ts';
import { MAIL, makeEvent, signerOf } from '../../../support/outbox/outbox-parts.ts';
import { makeWorld, runOutbox } from '../../../support/outbox/outbox-world.ts';
import { openTestStore } from '../../../support/store/database.ts';

const store = await openTestStore();
afterAll(store.close);

/** A mailer that keeps what it is given, and fails by a list of errors first. */
function listMailer(failures: unknown[] = []) {
  const sent: (Mail & { id: string })[] = [];
  const send = async (mail: Mail & { id: string }): Promise<void> => {
    sent.push(mail);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  return { send, sent };
}

const smtp = (status: number) => new MailNotTaken({ reason: `smtp_${status}`, status });

async function mailFacts(documentId: string): Promise<Pick<AuditEntry, 'type' | 'data'>[]> {
  const trail = (await store.readAudit(documentId)).map(readEntry);
  return trail.map(({ type, data }) => ({ type, data }));
}

test('a mail that is accepted is done, and the audit trail says so', async () => {
  const world = await makeWorld(store);
  const mailer = listMailer();
  const { tried } = runOutbox(store, { mailer });
  await world.queueMail();
  await expect.poll(() => tried).toHaveLength(1);
  expect(tried[0]!.verdict).toEqual({ state: 'done' });
  expect(mailer.sent).toMatchObject([{ ...MAIL, id: tried[0]!.item.id }]);
  expect(await mailFacts(world.documentId)).toEqual([
    {
      type: 'email.sent',
      data: {
        signerId: signerOf(world.documentId),
        email: 'asha@example.in',
        mail: 'signing-link',
        tries: 1,
      },
    },
  ]);
});

test('a mail that is not needed any more is done, and leaves no trace in the trail', async () => {
  const world = await makeWorld(store);
  const mailer = listMailer();
  const { tried } = runOutbox(store, { mailer, writeMail: async () => undefined });
  await world.queueMail();
  await expect.poll(() => tried).toHaveLength(1);
  expect(tried[0]).toMatchObject({
    result: { ok: true, error: 'not_needed' },
    verdict: { state: 'done' },
  });
  expect(mailer.sent).toEqual([]);
  expect(await mailFacts(world.documentId)).toEqual([]);
});

test('a mail that fails for a while is sent under one id, and recorded once', async () => {
  const world = await makeWorld(store);
  const mailer = listMailer([smtp(451), new MailNotTaken({ reason: 'econnection' })]);
  const { tried } = runOutbox(store, { mailer, mailDelaysMs: [40, 40, 40] });
  await world.queueMail();
  await expect.poll(() => tried).toHaveLength(3);
  expect(tried.map(({ result }) => result.error)).toEqual(['smtp_451', 'econnection', null]);
  expect(new Set(mailer.sent.map(({ id }) => id)).size).toBe(1);
  expect(await mailFacts(world.documentId)).toMatchObject([
    { type: 'email.sent', data: { tries: 3 } },
  ]);
});

test('a mail to a mailbox that does not exist is given up, with the reason in the trail', async () => {
  const world = await makeWorld(store);
  const { tried } = runOutbox(store, { mailer: listMailer([smtp(550)]) });
  await world.queueMail();
  await expect.poll(() => tried).toHaveLength(1);
  expect(tried[0]!.verdict).toEqual({ state: 'failed' });
  expect(await mailFacts(world.documentId)).toMatchObject([
    { type: 'email.failed', data: { email: 'asha@example.in', reason: 'smtp_550', tries: 1 } },
  ]);
});

test.each([
  ['an error without a code', new Error('odd')],
  ['a thrown string', 'odd'],
  ['null', null],
])('a mailer that throws %s fails the try and no more', async (_, failure) => {
  const world = await makeWorld(store);
  const { tried, errors } = runOutbox(store, {
    mailer: listMailer([failure]),
    mailDelaysMs: [30],
  });
  await world.queueMail();
  await expect.poll(() => tried.at(-1)?.verdict.state).toBe('done');
  expect(tried[0]!.result).toMatchObject({ ok: false, error: 'mailer_error' });
  expect(errors).toEqual([]);
});

test('a sender that throws, against its promise, loses nothing', async () => {
  const world = await makeWorld(store);
  await world.endpoint('http://127.0.0.1:9/');
  let calls = 0;
  const deliver = async () => {
    calls += 1;
    if (calls === 1) throw new Error('a fault of the sender');
    const said = { body: '', retryAfterMs: null, exchange: null };
    return { ok: true, status: 200, error: null, ...said };
  };
  const { tried } = runOutbox(store, { sender: { deliver }, webhookDelaysMs: [30] });
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried).toHaveLength(2);
  expect(tried.map(({ result }) => result.error)).toEqual(['sender_error', null]);
});

test('a try by hand that fails leaves the item to its schedule as it was', async () => {
  const world = await makeWorld(store);
  const { url } = await startLocalReceiver((response) => response.writeHead(500).end());
  await world.endpoint(url);
  const resume = { state: 'queued' as const, dueAt: new Date(Date.now() + 3_600_000) };
  const byHand: DocumentStore = {
    ...store,
    claimOutbox: async (claim) => {
      const items = await store.claimOutbox(claim);
      return items.map((item) => ({ ...item, trigger: 'manual', resume }));
    },
  };
  const { tried } = runOutbox(byHand, { webhookDelaysMs: [30] });
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried).toHaveLength(1);
  expect(tried[0]).toMatchObject({ verdict: resume, usesStep: false, item: { trigger: 'manual' } });
});

test('a failure of our own way out uses up no try', async () => {
  const world = await makeWorld(store);
  const { url } = await startLocalReceiver();
  await world.endpoint(url.replace('127.0.0.1', 'hooks.example.com'));
  const find = async () => {
    throw Object.assign(new Error('no name server'), { code: 'dns_unavailable' });
  };
  const { tried } = runOutbox(store, { sender: openSender({ find }), webhookDelaysMs: [] });
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => tried).toHaveLength(1);
  expect(tried[0]).toMatchObject({
    result: { error: 'dns_unavailable' },
    verdict: { state: 'queued' },
    usesStep: false,
  });
});

test('a try that cannot be settled is repeated once its lease is over', async () => {
  const world = await makeWorld(store);
  const { url, received } = await startLocalReceiver();
  await world.endpoint(url);
  let failures = 1;
  const flaky: DocumentStore = {
    ...store,
    settleOutbox: async (ended) => {
      failures -= 1;
      if (failures >= 0) throw new Error('the database went away');
      await store.settleOutbox(ended);
    },
  };
  const { outbox, clock, tried, errors } = runOutbox(flaky);
  await world.emit(makeEvent(world.documentId));
  await expect.poll(() => errors).toHaveLength(1);
  expect(tried).toHaveLength(0);
  clock.advance(PAST_LEASE_MS);
  outbox.wake();
  await expect.poll(() => tried).toHaveLength(1);
  expect(received).toHaveLength(2);
  expect(received[0]!.body.equals(received[1]!.body)).toBe(true);
});

test('an audit trail that cannot be written does not send the mail again and again', async () => {
  const world = await makeWorld(store);
  const mailer = listMailer();
  const broken: DocumentStore = {
    ...store,
    transaction: async () => {
      throw new Error('the trail is stuck');
    },
  };
  const { outbox, clock, tried, errors } = runOutbox(broken, { mailer });
  await world.queueMail();
  await expect.poll(() => tried).toHaveLength(1);
  expect(errors).toHaveLength(1);
  clock.advance(PAST_LEASE_MS);
  outbox.wake();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(mailer.sent).toHaveLength(1);
});

test('a store that fails to claim is asked again', async () => {
  const world = await makeWorld(store);
  let failures = 1;
  const flaky: DocumentStore = {
    ...store,
    claimOutbox: async (claim) => {
      failures -= 1;
      if (failures >= 0) throw new Error('the database went away');
      return await store.claimOutbox(claim);
    },
  };
  const { tried, errors } = runOutbox(flaky);
  await world.queueMail();
  await expect.poll(() => tried).toHaveLength(1);
  expect(errors).toHaveLength(1);
});
