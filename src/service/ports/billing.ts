import type { InvoiceContent } from '../domain/billing/invoice.ts';
import type { Order, Payment, Refund } from '../domain/billing/order.ts';
import type { BillingProfile } from '../domain/billing/profile.ts';

/** The changed fields of an order. */
export type OrderChange = Partial<Pick<Order, 'providerId' | 'state' | 'heldReason'>>;

/** The changed fields of a refund. */
export type RefundChange = Partial<Pick<Refund, 'state' | 'providerId'>>;

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
  readProfile(accountId: string): Promise<BillingProfile | undefined>;
  setProfile(accountId: string, profile: BillingProfile, at: Date): Promise<void>;
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
  findRefund(refundId: string): Promise<Refund | undefined>;
  /** Ids of refunds that are not over, oldest first. */
  listRequestedRefunds(): Promise<string[]>;
  /** An account's entries of the ledger before a place, newest first. */
  listLedger(page: BillingPage & { readonly before?: number | undefined }): Promise<LedgerEntry[]>;
  /** An account's invoices and credit notes, newest first. */
  listInvoices(page: BillingPage): Promise<InvoiceContent[]>;
  findInvoice(own: { accountId: string; number: string }): Promise<InvoiceContent | undefined>;
  findProfile(accountId: string): Promise<BillingProfile | undefined>;
  /** True when an event was dealt with before. */
  hasEvent(provider: string, eventId: string): Promise<boolean>;
  /** Notes that an event was dealt with; noting it again does nothing. */
  noteEvent(provider: string, eventId: string, at: Date): Promise<void>;
}
