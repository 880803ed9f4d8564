import { expect, test } from 'vitest';
import type { BillingProfile } from '../../../../src/service/billing/invoices/invoice.rules.ts';
import {
  creditNoteOf,
  invoiceOf,
  placeOfSupply,
} from '../../../../src/service/billing/invoices/invoice.rules.ts';
import { paymentFault } from '../../../../src/service/billing/orders/order.rules.ts';
import {
  DEFAULT_PRICES,
  priceOf,
  shareOf,
  showRupees,
} from '../../../../src/service/billing/prices.rules.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');
const supplier = {
  legalName: 'TEST Signatures',
  address: '1 Test Road, Bengaluru',
  state: '29',
  gstin: null,
  sac: '998319',
};
const profile: BillingProfile = {
  legalName: 'TEST Northwind Homes',
  address: '2 Test Lane, Pune',
  state: '27',
  gstin: null,
};

test.each([
  ['that of the GSTIN', { ...profile, gstin: '07AAAAA0000A1Z0' }, '07'],
  ['that of the address', profile, '27'],
  ["the supplier's when nothing is known", undefined, '29'],
])('the place of supply is %s', (_what, given, state) => {
  expect(placeOfSupply(given, supplier)).toBe(state);
});

const sale = {
  number: 'TS/26-27/0000001',
  issuedAt: AT,
  isTest: true,
  supplier,
  profile,
  accountName: 'Northwind',
  goods: { kind: 'pack', credits: 10 },
  totalPaise: 23_600,
  paymentId: 'pay_TEST1',
} as const;

test('an invoice to another state has the integrated tax', () => {
  expect(invoiceOf(sale)).toMatchObject({
    recipient: profile,
    placeOfSupply: '27',
    taxablePaise: 20_000,
    igstPaise: 3600,
    cgstPaise: 0,
    quantity: 10,
  });
});

test('an invoice without a profile goes to the name of the account, in the state of the supplier', () => {
  expect(invoiceOf({ ...sale, profile: undefined })).toMatchObject({
    recipient: { legalName: 'Northwind' },
    placeOfSupply: '29',
    cgstPaise: 1800,
    sgstPaise: 1800,
    igstPaise: 0,
  });
});

test('a credit note names its invoice and has the same kind of tax', () => {
  const given = { number: 'TC/26-27/0000001', issuedAt: AT, credits: 4, paise: 9440 };
  expect(creditNoteOf(invoiceOf(sale), given)).toMatchObject({
    kind: 'credit_note',
    number: 'TC/26-27/0000001',
    recipient: profile,
    totalPaise: 9440,
    taxablePaise: 8000,
    igstPaise: 1440,
    corrects: { number: sale.number, issuedAt: AT.toISOString() },
  });
});

test.each([
  [{ kind: 'pack', credits: 10 }, 23_600],
  [{ kind: 'pack', credits: 9 }, undefined],
  [{ kind: 'pack', credits: 10.5 }, undefined],
  [{ kind: 'pack', credits: 10_001 }, undefined],
  [{ kind: 'month' }, undefined],
] as const)('%j costs %s paise', (goods, paise) => {
  expect(priceOf(goods, DEFAULT_PRICES)).toBe(paise);
});

test('the parts of a pack that is given back never exceed its price', () => {
  const parts = [1, 2, 3].map((part) => shareOf(100, { of: 3, part }));
  expect(parts).toEqual([33, 66, 100]);
});

test.each([
  [0, '₹0.00'],
  [236_005, '₹2,360.05'],
  [123_456_789, '₹12,34,567.89'],
])('%s paise read %s', (paise, shown) => {
  expect(showRupees(paise)).toBe(shown);
});

test.each([
  [{ paise: 23_600, currency: 'INR' }, undefined],
  [{ paise: 23_599, currency: 'INR' }, '23599 paise were paid instead of 23600.'],
  [{ paise: 23_600, currency: 'USD' }, 'Paid in USD, not in INR.'],
])('a payment of %j', (payment, fault) => {
  expect(paymentFault({ paise: 23_600 }, payment)).toBe(fault);
});
