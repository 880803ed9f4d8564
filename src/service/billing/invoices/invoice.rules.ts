import type { InvoiceKind } from './invoice-number.rules.ts';
import type { BillingProfile, Supplier } from './profile.rules.ts';
import { placeOfSupply } from './profile.rules.ts';
import type { TaxSplit } from './tax.rules.ts';
import { GST_BASIS_POINTS, splitTax } from './tax.rules.ts';

/** An invoice or credit note (CGST Rules, rules 46 and 53), frozen when it is numbered. */
export interface InvoiceContent extends TaxSplit {
  readonly v: 1;
  readonly kind: InvoiceKind;
  readonly number: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** For tests, not for tax. */
  readonly isTest: boolean;
  readonly supplier: Supplier;
  /** Without a billing profile, only the account's name. */
  readonly recipient: Pick<BillingProfile, 'legalName'> & Partial<BillingProfile>;
  readonly placeOfSupply: string;
  readonly description: string;
  /** Number of credits, or 1 for a month. */
  readonly quantity: number;
  readonly rateBasisPoints: number;
  readonly totalPaise: number;
  readonly paymentId: string;
  /** The invoice that a credit note corrects; null for an invoice. */
  readonly corrects: { readonly number: string; readonly issuedAt: string } | null;
}

export interface Sale {
  readonly number: string;
  readonly issuedAt: Date;
  readonly isTest: boolean;
  readonly supplier: Supplier;
  readonly profile: BillingProfile | undefined;
  readonly accountName: string;
  readonly goods: { readonly kind: 'pack' | 'month'; readonly credits: number };
  readonly totalPaise: number;
  readonly paymentId: string;
}

const describe = ({ kind, credits }: Sale['goods']): string =>
  kind === 'pack' ? `Electronic signature credits, pack of ${credits}` : 'API access, one month';

function recipientOf({ profile, accountName }: Sale): InvoiceContent['recipient'] {
  if (!profile) return { legalName: accountName };
  const { legalName, address, state, gstin } = profile;
  return { legalName, address, state, gstin };
}

export function invoiceOf(sale: Sale): InvoiceContent {
  const { supplier, profile, goods, totalPaise } = sale;
  const place = placeOfSupply(profile, supplier);
  return {
    v: 1,
    kind: 'invoice',
    number: sale.number,
    issuedAt: sale.issuedAt.toISOString(),
    isTest: sale.isTest,
    supplier,
    recipient: recipientOf(sale),
    placeOfSupply: place,
    description: describe(goods),
    quantity: goods.kind === 'pack' ? goods.credits : 1,
    rateBasisPoints: GST_BASIS_POINTS,
    totalPaise,
    ...splitTax(totalPaise, place === supplier.state),
    paymentId: sale.paymentId,
    corrects: null,
  };
}

export interface GivenBack {
  readonly number: string;
  readonly issuedAt: Date;
  readonly credits: number;
  readonly paise: number;
}

/** A credit note (CGST Act, section 34) keeps the invoice's parties, place and kind of tax. */
export function creditNoteOf(invoice: InvoiceContent, given: GivenBack): InvoiceContent {
  return {
    ...invoice,
    kind: 'credit_note',
    number: given.number,
    issuedAt: given.issuedAt.toISOString(),
    description: `${given.credits} unused electronic signature credits given back`,
    quantity: given.credits,
    totalPaise: given.paise,
    ...splitTax(given.paise, invoice.placeOfSupply === invoice.supplier.state),
    corrects: { number: invoice.number, issuedAt: invoice.issuedAt },
  };
}
