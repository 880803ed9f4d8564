import { and, desc, eq, sql } from 'drizzle-orm';
import type { InvoiceContent } from '../../domain/billing/invoice.ts';
import type { StoredProfile } from '../../domain/billing/profile.ts';
import type { Database, Transaction } from '../database.ts';
import { billingProfiles, invoiceSeries, invoices } from '../schema/billing/invoices.ts';

/** To whom an account's invoices are made out. */
export async function findProfile(
  db: Database,
  accountId: string,
): Promise<StoredProfile | undefined> {
  const { legalName, address, state, gstin, email } = billingProfiles;
  const [row] = await db
    .select({ legalName, address, state, gstin, email })
    .from(billingProfiles)
    .where(eq(billingProfiles.accountId, accountId));
  return row;
}

/** Sets to whom an account's invoices are made out from now on. */
export async function setProfile(
  db: Transaction,
  accountId: string,
  profile: StoredProfile & { readonly updatedAt: Date },
): Promise<void> {
  await db
    .insert(billingProfiles)
    .values({ accountId, ...profile })
    .onConflictDoUpdate({ target: billingProfiles.accountId, set: profile });
}

/** Erases to whom an account's invoices were made out; those that exist keep it. */
export async function eraseProfile(db: Transaction, accountId: string): Promise<void> {
  await db.delete(billingProfiles).where(eq(billingProfiles.accountId, accountId));
}

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

/** A page of something, newest first. */
export interface BillingPage {
  readonly accountId: string;
  readonly limit: number;
}

/** The next number of a series in a year; the row stays locked until the transaction ends, so that there is no gap. */
export async function takeNumber(db: Transaction, series: string, year: string): Promise<number> {
  const [row] = await db
    .insert(invoiceSeries)
    .values({ series, year, next: 2 })
    .onConflictDoUpdate({
      target: [invoiceSeries.series, invoiceSeries.year],
      set: { next: sql`${invoiceSeries.next} + 1` },
    })
    .returning({ next: invoiceSeries.next });
  if (!row) throw new Error('The series of invoices returned no number.');
  return row.next - 1;
}

/** Stores an invoice or a credit note for good. */
export async function insertInvoice(
  db: Transaction,
  { content, ...belongs }: NewInvoice,
): Promise<void> {
  const { number, kind, paymentId, totalPaise } = content;
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = content;
  const issuedAt = new Date(content.issuedAt);
  const sums = { totalPaise, taxablePaise, cgstPaise, sgstPaise, igstPaise };
  await db
    .insert(invoices)
    .values({ ...belongs, number, kind, paymentId, issuedAt, ...sums, content });
}

/** The invoice over a payment. */
export async function readInvoice(
  db: Transaction,
  paymentId: string,
): Promise<InvoiceContent | undefined> {
  const [row] = await db
    .select({ content: invoices.content })
    .from(invoices)
    .where(and(eq(invoices.paymentId, paymentId), eq(invoices.kind, 'invoice')));
  return row?.content;
}

/** An account's invoices and credit notes, newest first. */
export async function listInvoices(
  db: Database,
  { accountId, limit }: BillingPage,
): Promise<InvoiceContent[]> {
  const rows = await db
    .select({ content: invoices.content })
    .from(invoices)
    .where(eq(invoices.accountId, accountId))
    .orderBy(desc(invoices.issuedAt), desc(invoices.number))
    .limit(limit);
  return rows.map(({ content }) => content);
}

/** An invoice of an account by its number. */
export async function findInvoice(
  db: Database,
  { accountId, number }: { readonly accountId: string; readonly number: string },
): Promise<InvoiceContent | undefined> {
  const [row] = await db
    .select({ content: invoices.content })
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), eq(invoices.number, number)));
  return row?.content;
}
