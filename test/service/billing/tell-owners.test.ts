import { expect, test } from 'vitest';
import { grantCredits, startTrial } from '../../../src/service/billing/grant-access.ts';
import { setBillingProfile } from '../../../src/service/billing/invoices/set-billing-profile.ts';
import { cancelMandate, startMandate } from '../../../src/service/billing/orders/manage-mandate.ts';
import { refundPayment } from '../../../src/service/billing/orders/refund-payment.ts';
import { settlePayment } from '../../../src/service/billing/orders/settle-payment.ts';
import { tellEnds } from '../../../src/service/billing/tell-owners.ts';
import type { Mail } from '../../../src/service/core/mails/mail-notice.rules.ts';
import { asOperator } from '../../../src/service/core/permissions.rules.ts';
import { eraseAccount } from '../../../src/service/core/retention/erase.ts';
import { addMember } from '../../../src/service/members/change-members.ts';
import { writeMail } from '../../../src/service/write-mail.ts';
import { aCaller, aDraft, send } from '../../support/service/signing-world.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import { openBillingWorld, openMandateWorld } from './billing-world.ts';

const world = await openBillingWorld();
const { deps, store, clock, payments, anAccount, anOrder } = world;
const { aMandate, choose, poll, returnUrl } = openMandateWorld(world);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Two owners of an account, and one who is none. */
async function ownersOf(accountId: string): Promise<string[]> {
  const addresses = ['one', 'two'].map((name) => `${name}-${accountId.slice(-6)}@example.in`);
  for (const email of addresses)
    await addMember(deps, asOwner(accountId), { email, role: 'owner' });
  const email = `dev-${accountId.slice(-6)}@example.in`;
  await addMember(deps, asOwner(accountId), { email, role: 'developer' });
  return addresses;
}

/** The mails of an account that are due now, as they would be sent. */
async function mailsOf(accountId: string) {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + 3650 * DAY_MS);
  const items = await store.claimOutbox({ now, leaseUntil, limit: 1000, perQueue: 1000 });
  const mails: (Mail | undefined)[] = [];
  for (const item of items) {
    const isOwn =
      item.kind === 'mail' && 'accountId' in item.mail && item.mail.accountId === accountId;
    if (isOwn) mails.push(await writeMail(deps, item));
  }
  return mails.filter((mail) => mail !== undefined);
}

const subjectsOf = async (accountId: string) =>
  (await mailsOf(accountId)).map(({ to, subject }) => [to, subject]);

test('owners are told a day before a trial ends and at its end, once in however many processes', async () => {
  const accountId = await anAccount();
  const owners = await ownersOf(accountId);
  await startTrial(deps, asOwner(accountId));
  await tellEnds(deps);
  expect(await subjectsOf(accountId)).toEqual([]);
  clock.advance(49 * HOUR_MS);
  await Promise.all([tellEnds(deps), tellEnds(deps), tellEnds(deps)]);
  await tellEnds(deps);
  expect(await subjectsOf(accountId)).toEqual(owners.map((to) => [to, 'Your trial ends soon']));
  clock.advance(24 * HOUR_MS);
  await Promise.all([tellEnds(deps), tellEnds(deps)]);
  const mails = await mailsOf(accountId);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
    owners.map((to) => [to, 'Your trial has ended']),
  );
  expect(mails[0]?.text).toContain('the API refuses requests');
  expect(mails[0]?.text).toContain('http://esign.example.in/dashboard/credits');
});

test('a mail that a trial ends is not sent once a mandate follows it', async () => {
  const accountId = await anAccount();
  await ownersOf(accountId);
  await startTrial(deps, asOwner(accountId));
  clock.advance(49 * HOUR_MS);
  await tellEnds(deps);
  const { providerId } = await startMandate(deps, asOwner(accountId), { returnUrl });
  await choose(providerId ?? '', 'authorise').tell();
  expect(await subjectsOf(accountId)).toEqual([]);
});

test('owners are told of a failed charge once, of the end of access, and of nothing once it is paid', async () => {
  const { accountId, providerId } = await aMandate();
  await choose(providerId, 'authorise').tell();
  await mailsOf(accountId);
  const owners = await ownersOf(accountId);
  await choose(providerId, 'fail').tell();
  clock.advance(31 * DAY_MS + HOUR_MS);
  await poll();
  await Promise.all([poll(), poll(), tellEnds(deps)]);
  const failed = await mailsOf(accountId);
  expect(failed.map(({ to, subject }) => [to, subject])).toEqual(
    owners.map((to) => [to, 'The monthly charge failed']),
  );
  expect(failed[0]?.text).toMatch(/Access continues until .* IST; if the charge has not arrived/);
  clock.advance(3 * DAY_MS);
  await tellEnds(deps);
  expect((await subjectsOf(accountId)).map(([, subject]) => subject)).toEqual([
    'Your API access has ended',
    'Your API access has ended',
  ]);
});

test('owners are told that a cancelled subscription ends', async () => {
  const { accountId, providerId } = await aMandate();
  await ownersOf(accountId);
  await choose(providerId, 'authorise').tell();
  await cancelMandate(deps, asOwner(accountId));
  await mailsOf(accountId);
  const paidUntil = (await store.findAccount(accountId))?.paidUntil?.getTime() ?? 0;
  clock.advance(paidUntil - clock.now().getTime() - 23 * HOUR_MS);
  await tellEnds(deps);
  clock.advance(24 * HOUR_MS);
  await tellEnds(deps);
  const subjects = (await subjectsOf(accountId)).map(([, subject]) => subject);
  // The one that it ends soon was late, and is no longer so.
  expect(new Set(subjects)).toEqual(new Set(['Your API access has ended']));
});

test('owners are told that few credits are left, once until there are more', async () => {
  const caller = await aCaller(world.world, 12);
  const { accountId } = caller.account;
  const [to] = await ownersOf(accountId);
  const sendOne = async () => send(deps, caller, await aDraft(world.world, caller, 1));
  const told = async () =>
    (await mailsOf(accountId)).filter((mail) => mail.to === to).map(({ subject }) => subject);
  await sendOne();
  await sendOne();
  expect(await told()).toEqual([]);
  await sendOne();
  expect(await told()).toEqual(['9 credits left']);
  await sendOne();
  expect(await told()).toEqual([]);
  await grantCredits(deps, asOperator(accountId), 100);
  await sendOne();
  expect(await told()).toEqual([]);
});

test('an invoice and its credit note go to each owner, or to the address of the billing profile', async () => {
  const accountId = await anAccount();
  const owners = await ownersOf(accountId);
  const orderId = await anOrder(accountId);
  payments.choose(orderId, 'pay');
  await settlePayment(deps, orderId);
  const [invoice] = await store.listInvoices({ accountId, limit: 1 });
  const mails = await mailsOf(accountId);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
    owners.map((to) => [to, `TEST invoice ${invoice?.number}`]),
  );
  const [attachment] = mails[0]?.attachments ?? [];
  expect(attachment?.fileName).toBe(`${invoice?.number.replaceAll('/', '-')}.pdf`);
  expect(attachment?.content.subarray(0, 5).toString()).toBe('%PDF-');
  const email = 'papers@example.in';
  const typed = { legalName: 'TEST', address: 'TEST', state: '29', gstin: '', email };
  await setBillingProfile(deps, asOwner(accountId), typed);
  await refundPayment(deps, { paymentId: invoice?.paymentId ?? '', credits: 10 });
  const [note, ...others] = await mailsOf(accountId);
  expect(note).toMatchObject({ to: email, subject: expect.stringMatching(/^TEST credit note TC/) });
  expect(note?.text).toContain(`It corrects invoice ${invoice?.number}.`);
  expect(others).toEqual([]);
});

test('no mail tells of an account that was erased', async () => {
  const accountId = await anAccount();
  await ownersOf(accountId);
  const orderId = await anOrder(accountId);
  payments.choose(orderId, 'pay');
  await settlePayment(deps, orderId);
  await eraseAccount(deps, asOperator(accountId), { confirm: null, mayWithdraw: true });
  expect(await mailsOf(accountId)).toEqual([]);
});
