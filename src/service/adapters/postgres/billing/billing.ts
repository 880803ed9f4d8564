import type { BillingStore, BillingTransaction } from '../../../ports/store/billing.ts';
import { chargeCredits, creditBalance, grantCredits, takeCredits } from '../accounts/credits.ts';
import type { Database } from '../database.ts';
import { ask } from '../database.ts';
import { findInvoice, insertInvoice, listInvoices, readInvoice, takeNumber } from './invoices.ts';
import { listLedger } from './ledger.ts';
import {
  changeMandate,
  findLiveMandate,
  findMandate,
  findMandateOf,
  insertMandate,
  listDueMandates,
  lockMandate,
} from './mandates.ts';
import { findTopUp, listEnding, tellOnce } from './notices.ts';
import {
  changeOrder,
  findOrder,
  hasOrder,
  insertOrder,
  listUnsettled,
  lockOrder,
} from './orders.ts';
import { hasEvent, insertPayment, listPayments, lockPayment, noteEvent } from './payments.ts';
import { findProfile, setProfile } from './profiles.ts';
import {
  changeRefund,
  findRefund,
  insertRefund,
  listRequestedRefunds,
  lockRefund,
} from './refunds.ts';

/** The operations about credits, orders, payments and invoices, on a connection whose transaction has begun. */
export const billingTransaction = (db: Database): BillingTransaction => ({
  grantCredits: (grant) => grantCredits(db, grant),
  chargeCredits: (charge) => chargeCredits(db, charge),
  insertOrder: (order) => insertOrder(db, order),
  lockOrder: (id) => lockOrder(db, id),
  changeOrder: (id, change) => changeOrder(db, id, change),
  insertPayment: (payment) => insertPayment(db, payment),
  lockPayment: (id) => lockPayment(db, id),
  hasOrder: (provider, providerId) => hasOrder(db, provider, providerId),
  insertMandate: (mandate) => insertMandate(db, mandate),
  lockMandate: (id) => lockMandate(db, id),
  readLiveMandate: (accountId) => findLiveMandate(db, accountId),
  changeMandate: (id, change) => changeMandate(db, id, change),
  tellOnce: (told) => tellOnce(db, told),
  readTopUp: (accountId) => findTopUp(db, accountId),
  insertRefund: (refund) => insertRefund(db, refund),
  lockRefund: (id) => lockRefund(db, id),
  changeRefund: (id, change) => changeRefund(db, id, change),
  takeCredits: (taken) => takeCredits(db, taken),
  takeNumber: (series, year) => takeNumber(db, series, year),
  insertInvoice: (invoice) => insertInvoice(db, invoice),
  readInvoice: (paymentId) => readInvoice(db, paymentId),
  readProfile: (accountId) => findProfile(db, accountId),
  setProfile: (accountId, profile, updatedAt) =>
    setProfile(db, accountId, { ...profile, updatedAt }),
});

/** What shows and settles what is bought. */
export const billingStore = (db: Database): BillingStore => ({
  creditBalance: (id) => ask(() => creditBalance(db, id)),
  findOrder: (id) => ask(() => findOrder(db, id)),
  listUnsettled: (since) => ask(() => listUnsettled(db, since)),
  findMandate: (id) => ask(() => findMandate(db, id)),
  findMandateOf: (provider, id) => ask(() => findMandateOf(db, provider, id)),
  findLiveMandate: (accountId) => ask(() => findLiveMandate(db, accountId)),
  listDueMandates: (now) => ask(() => listDueMandates(db, now)),
  listEnding: (between) => ask(() => listEnding(db, between)),
  listPayments: (page) => ask(() => listPayments(db, page)),
  findTopUp: (accountId) => ask(() => findTopUp(db, accountId)),
  findRefund: (id) => ask(() => findRefund(db, id)),
  listRequestedRefunds: () => ask(() => listRequestedRefunds(db)),
  listLedger: (page) => ask(() => listLedger(db, page)),
  listInvoices: (page) => ask(() => listInvoices(db, page)),
  findInvoice: (own) => ask(() => findInvoice(db, own)),
  findProfile: (accountId) => ask(() => findProfile(db, accountId)),
  hasEvent: (provider, eventId) => ask(() => hasEvent(db, provider, eventId)),
  noteEvent: (provider, eventId, at) => ask(() => noteEvent(db, { provider, eventId, at })),
});
