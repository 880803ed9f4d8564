import type { InvoiceContent } from '../../domain/billing/invoice.ts';
import type { Mandate } from '../../domain/billing/mandate.ts';
import type { BillingNoticeAbout } from '../../domain/billing/notices.ts';
import type { Order, Payment, Refund } from '../../domain/billing/order.ts';
import type { StoredProfile } from '../../domain/billing/profile.ts';

/** The changed fields of an order. */
export type OrderChange = Partial<Pick<Order, 'providerId' | 'state' | 'heldReason'>>;

/** The changed fields of a refund. */
export type RefundChange = Partial<Pick<Refund, 'state' | 'providerId'>>;

/** The changed fields of a mandate. */
export type MandateChange = Partial<Pick<Mandate, 'providerId' | 'state' | 'dueAt'>>;

/** Something that the owners of an account are told of once. */
export interface TellOnce {
  readonly accountId: string;
  readonly about: BillingNoticeAbout;
  /** Which end, or which top-up. */
  readonly of: string;
  readonly at: Date;
}

/** The last time that an account's credits grew. */
export interface TopUp {
  /** Of the ledger. */
  readonly seq: number;
  readonly balanceAfter: number;
}

/** A payment of an account, and what became of it. */
export interface ListedPayment {
  readonly paymentId: string;
  readonly orderId: string;
  readonly kind: Order['kind'];
  readonly credits: number;
  readonly paise: number;
  readonly paidAt: Date;
  /** Null unless it is the invoice's number. */
  readonly invoiceNumber: string | null;
  /** Oldest first. */
  readonly refunds: readonly ListedRefund[];
}

/** A refund, with its credit note once there is one. */
export type ListedRefund = Pick<Refund, 'refundId' | 'credits' | 'paise' | 'state'> & {
  readonly creditNote: string | null;
};

/** An invoice to be stored, with what it belongs to. */
export interface NewInvoice {
  readonly content: InvoiceContent;
  readonly series: string;
  readonly year: string;
  readonly place: number;
  readonly accountId: string;
  /** Of a credit note. */
  readonly refundId: string | null;
}

/** A payment with its order, and what was given back of it, or is being given back. */
export interface SettledPayment {
  readonly paymentId: string;
  readonly order: Order;
  readonly refundedCredits: number;
}

/** Credits to be added to an account. */
export interface CreditGrant {
  readonly accountId: string;
  readonly credits: number;
  readonly at: Date;
  /** The payment that bought them: it grants once. */
  readonly paymentId?: string;
  /** The refund that failed, which returns them once. */
  readonly refundId?: string;
}

/** The operations of a transaction about credits, orders, payments and invoices. Locks last until it ends. */
export interface BillingTransaction {
  /** Adds credits to the ledger and returns the new balance. */
  grantCredits(grant: CreditGrant): Promise<number>;
  /**
   * Charges a document's credits, once, and returns the new balance.
   * @throws {DomainError} `insufficient_credits`; the transaction cannot continue after that
   */
  chargeCredits(charge: {
    accountId: string;
    documentId: string;
    credits: number;
    at: Date;
  }): Promise<number>;
  insertOrder(order: Order): Promise<void>;
  /** Locks an order; undefined when there is none. */
  lockOrder(orderId: string): Promise<Order | undefined>;
  changeOrder(orderId: string, change: OrderChange): Promise<void>;
  /** Records a payment; false when it is recorded already, for whichever order. */
  insertPayment(
    payment: Payment & { readonly orderId: string; readonly at: Date },
  ): Promise<boolean>;
  /** Locks the order of a payment; undefined when no such payment is recorded. */
  lockPayment(paymentId: string): Promise<SettledPayment | undefined>;
  /** True when something was charged or ordered under this id of the provider. */
  hasOrder(provider: string, providerId: string): Promise<boolean>;
  insertMandate(mandate: Mandate): Promise<void>;
  /** Locks a mandate; undefined when there is none. */
  lockMandate(mandateId: string): Promise<Mandate | undefined>;
  /** An account's mandate that is not over. */
  readLiveMandate(accountId: string): Promise<Mandate | undefined>;
  changeMandate(mandateId: string, change: MandateChange): Promise<void>;
  /** False when the account was told of this before. */
  tellOnce(told: TellOnce): Promise<boolean>;
  /** The last time that an account's credits grew; undefined when they never did. */
  readTopUp(accountId: string): Promise<TopUp | undefined>;
  insertRefund(refund: Refund): Promise<void>;
  lockRefund(refundId: string): Promise<Refund | undefined>;
  changeRefund(refundId: string, change: RefundChange): Promise<void>;
  /**
   * Takes credits off for a refund, once, and returns the new balance.
   * @throws {DomainError} `insufficient_credits`; the transaction cannot continue after that
   */
  takeCredits(taken: {
    accountId: string;
    refundId: string;
    credits: number;
    at: Date;
  }): Promise<number>;
  /** The next number of a series in a financial year. It is used up only if the transaction commits. */
  takeNumber(series: string, year: string): Promise<number>;
  insertInvoice(invoice: NewInvoice): Promise<void>;
  /** The invoice over a payment. */
  readInvoice(paymentId: string): Promise<InvoiceContent | undefined>;
  readProfile(accountId: string): Promise<StoredProfile | undefined>;
  setProfile(accountId: string, profile: StoredProfile, at: Date): Promise<void>;
}

/** An entry of an account's ledger, with what it is about. */
export interface LedgerEntry {
  readonly seq: number;
  readonly at: Date;
  readonly credits: number;
  readonly balanceAfter: number;
  readonly documentId: string | null;
  /** Null without a document, and once it was removed. */
  readonly documentName: string | null;
  /** The invoice over bought credits, or the credit note over those given back; null for others. */
  readonly invoiceNumber: string | null;
  /** Credits that were given back, or returned since the refund failed. */
  readonly isRefund: boolean;
}

/** A page of something, newest first. */
export interface BillingPage {
  readonly accountId: string;
  readonly limit: number;
}

/** The part of the store that shows and settles what is bought. */
export interface BillingStore {
  /** Credits left. */
  creditBalance(accountId: string): Promise<number>;
  findOrder(orderId: string): Promise<Order | undefined>;
  /** Ids of orders that are open, or that expired after `since`: a late payment may have arrived. Oldest first. */
  listUnsettled(since: Date): Promise<string[]>;
  findMandate(mandateId: string): Promise<Mandate | undefined>;
  findMandateOf(provider: string, providerId: string): Promise<Mandate | undefined>;
  /** An account's mandate that is not over. */
  findLiveMandate(accountId: string): Promise<Mandate | undefined>;
  /** Ids of mandates that are not over and that the provider is to be asked for, due longest first. */
  listDueMandates(now: Date): Promise<string[]>;
  /** Ids of accounts whose trial or paid time ends between two times, of those that were not erased. */
  listEnding(between: { readonly from: Date; readonly to: Date }): Promise<string[]>;
  /** An account's payments, newest first. */
  listPayments(page: BillingPage): Promise<ListedPayment[]>;
  /** The last time that an account's credits grew; undefined when they never did. */
  findTopUp(accountId: string): Promise<TopUp | undefined>;
  findRefund(refundId: string): Promise<Refund | undefined>;
  /** Ids of refunds that are not over, oldest first. */
  listRequestedRefunds(): Promise<string[]>;
  /** An account's entries of the ledger before a place, newest first. */
  listLedger(page: BillingPage & { readonly before?: number | undefined }): Promise<LedgerEntry[]>;
  /** An account's invoices and credit notes, newest first. */
  listInvoices(page: BillingPage): Promise<InvoiceContent[]>;
  findInvoice(own: { accountId: string; number: string }): Promise<InvoiceContent | undefined>;
  findProfile(accountId: string): Promise<StoredProfile | undefined>;
  /** True when an event was dealt with before. */
  hasEvent(provider: string, eventId: string): Promise<boolean>;
  /** Notes that an event was dealt with; noting it again does nothing. */
  noteEvent(provider: string, eventId: string, at: Date): Promise<void>;
}
