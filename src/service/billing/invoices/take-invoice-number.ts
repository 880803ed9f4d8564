import type { StoreTransaction } from '../../store/store.ts';
import { financialYearOf } from './financial-year.rules.ts';
import type { InvoiceKind } from './invoice-number.rules.ts';
import { invoiceNumber, seriesOf } from './invoice-number.rules.ts';

/** Take it last: others wait for the transaction. If that fails, the next one gets the number. */
export async function takeInvoiceNumber(
  tx: StoreTransaction,
  paper: { readonly kind: InvoiceKind; readonly isTest: boolean; readonly issuedAt: Date },
): Promise<{ number: string; series: string; year: string; place: number }> {
  const series = seriesOf(paper.kind, paper.isTest);
  const year = financialYearOf(paper.issuedAt);
  const place = await tx.takeNumber(series, year);
  return { number: invoiceNumber({ series, year, number: place }), series, year, place };
}
