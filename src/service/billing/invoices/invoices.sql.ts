import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../store/database.ts';
import { billingProfiles, invoiceSeries, invoices } from '../../store/schema/invoices.tables.ts';
import type { InvoiceContent, StoredProfile } from './invoice.rules.ts';

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

/** Existing invoices keep the profile. */
export async function eraseProfile(db: Transaction, accountId: string): Promise<void> {
  await db.delete(billingProfiles).where(eq(billingProfiles.accountId, accountId));
}

export interface NewInvoice {
  readonly content: InvoiceContent;
  readonly series: string;
  readonly year: string;
  readonly place: number;
  readonly accountId: string;
  readonly refundId: string | null;
}

export interface BillingPage {
  readonly accountId: string;
  readonly limit: number;
}

/** The next number of a series and year. Stays locked until the transaction ends: no gaps. */
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
