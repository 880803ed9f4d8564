import { expect, test } from 'vitest';
import { startTrial } from '../../../src/service/billing/grant-access.ts';
import { gstinCheckDigit } from '../../../src/service/billing/invoices/gstin.rules.ts';
import { setBillingProfile } from '../../../src/service/billing/invoices/set-billing-profile.ts';
import { settlePayment } from '../../../src/service/billing/orders/settle-payment.ts';
import { readBilling } from '../../../src/service/billing/read-billing.ts';
import { hasApiAccess } from '../../../src/service/core/accounts/account.rules.ts';
import { aCaller, aDraft, send } from '../../support/service/signing-world.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import { openBillingWorld } from './billing-world.ts';

const { world, deps, store, clock, payments, anAccount, anOrder } = await openBillingWorld();

test('the ledger names documents and invoices, newest entry first', async () => {
  const caller = await aCaller(world, 1);
  const { accountId } = caller.account;
  const orderId = await anOrder(accountId);
  payments.choose(orderId, 'pay');
  await settlePayment(deps, orderId);
  const documentId = await aDraft(world, caller, 2);
  await send(deps, caller, documentId);
  const {
    credits,
    ledger,
    payments: paid,
    older,
  } = await readBilling(deps, asOwner(accountId), {});
  expect(credits).toBe(9);
  expect(ledger).toMatchObject([
    { credits: -2, balanceAfter: 9, documentId, documentName: 'lease.pdf', invoiceNumber: null },
    { credits: 10, balanceAfter: 11, documentName: null, invoiceNumber: paid[0]?.invoiceNumber },
    { credits: 1, balanceAfter: 1, documentId: null, invoiceNumber: null },
  ]);
  expect(older).toBeUndefined();
  const before = ledger[1]?.seq;
  expect((await readBilling(deps, asOwner(accountId), { before })).ledger).toHaveLength(1);
});

test('a trial opens the API for 72 hours, once', async () => {
  const accountId = await anAccount();
  expect(await readBilling(deps, asOwner(accountId), {})).toMatchObject({
    access: { state: 'none' },
    mayTry: true,
  });
  const trials = await Promise.allSettled([
    startTrial(deps, asOwner(accountId)),
    startTrial(deps, asOwner(accountId)),
  ]);
  expect(trials.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const account = await store.findAccount(accountId);
  expect(account && hasApiAccess(account, clock.now())).toBe(true);
  clock.advance(72 * 3_600_000 + 1000);
  expect(account && hasApiAccess(account, clock.now())).toBe(false);
  expect(await readBilling(deps, asOwner(accountId), {})).toMatchObject({
    access: { state: 'lapsed' },
    mayTry: false,
  });
});

test('an account with access starts no trial', async () => {
  const trial = startTrial(deps, asOwner(await anAccount('active')));
  await expect(trial).rejects.toMatchObject({ code: 'invalid_state' });
});

const BODY = '27AAAAA0000A1Z';
const GSTIN = `${BODY}${gstinCheckDigit(BODY)}`;
const TYPED = {
  legalName: ' TEST Homes ',
  address: '2 Test Lane\r\nPune',
  state: '27',
  gstin: '',
  email: '',
};

test('a billing profile is kept as it was typed, trimmed', async () => {
  const accountId = await anAccount();
  const typed = { ...TYPED, gstin: ` ${GSTIN.toLowerCase()} ` };
  await setBillingProfile(deps, asOwner(accountId), typed);
  expect(await store.findProfile(accountId)).toEqual({
    legalName: 'TEST Homes',
    address: '2 Test Lane\nPune',
    state: '27',
    gstin: GSTIN,
    email: null,
  });
  await setBillingProfile(deps, asOwner(accountId), { ...TYPED, email: ' a@example.in ' });
  expect(await store.findProfile(accountId)).toMatchObject({ gstin: null, email: 'a@example.in' });
});

test.each([
  [{ legalName: ' ' }, 'The name has 1 to 200 characters.'],
  [{ address: '' }, 'The address has 1 to 500 characters.'],
  [{ address: 'a\u202eb' }, 'The address must hold no control or direction characters.'],
  [{ state: '99' }, 'Choose a state or union territory.'],
  [{ gstin: `${BODY}?` }, 'The GSTIN has 15 characters, such as 29AAAAA0000A1Z5, in capitals.'],
  [
    { state: '29', gstin: GSTIN },
    'The GSTIN is registered in 27 Maharashtra, the address is in 29 Karnataka. Give the address of that registration.',
  ],
  [{ email: 'accounts' }, 'Invoices are sent to an email address, such as accounts@example.in.'],
  [{ gstin: 7 }, 'These are not the fields of a billing profile.'],
])('%j is refused', async (wrong, message) => {
  const set = setBillingProfile(deps, asOwner('acc_1'), { ...TYPED, ...wrong });
  await expect(set).rejects.toMatchObject({ code: 'invalid_request', message });
});

test.each([
  ['a profile', () => setBillingProfile(deps, asOwner('acc_unknown'), TYPED)],
  ['a trial', () => startTrial(deps, asOwner('acc_unknown'))],
  ['an overview', () => readBilling(deps, asOwner('acc_unknown'), {})],
  ['an order', () => anOrder('acc_unknown')],
])('%s of an unknown account is not found', async (_what, work) => {
  await expect(work()).rejects.toMatchObject({ code: 'not_found' });
});
