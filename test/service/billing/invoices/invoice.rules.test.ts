import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BillingProfile } from '../../../../src/service/billing/invoices/invoice.rules.ts';
import {
  creditNoteOf,
  financialYearOf,
  invoiceNumber,
  invoiceOf,
  placeOfSupply,
  seriesOf,
  splitTax,
} from '../../../../src/service/billing/invoices/invoice.rules.ts';
import { rupeesInWords } from '../../../../src/service/billing/invoices/invoice-words.rules.ts';
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

test.each([
  ['one credit within a state', 2360, true, [2000, 180, 180, 0]],
  ['one credit between states', 2360, false, [2000, 0, 0, 360]],
  ['a hundred credits', 236_000, false, [200_000, 0, 0, 36_000]],
  ['a sum that rounds within a state', 100, true, [84, 8, 8, 0]],
  ['the same between states', 100, false, [85, 0, 0, 15]],
  ['one paisa', 1, true, [1, 0, 0, 0]],
  ['nothing', 0, false, [0, 0, 0, 0]],
] as const)(
  '%s',
  (_what, gross, isWithinState, [taxablePaise, cgstPaise, sgstPaise, igstPaise]) => {
    expect(splitTax(gross, isWithinState)).toEqual({
      taxablePaise,
      cgstPaise,
      sgstPaise,
      igstPaise,
    });
  },
);

const SUM = fc.integer({ min: 0, max: 10_000_000_000 });

test('the parts of any sum add up, and the tax is within a paisa of its rate', () => {
  fc.assert(
    fc.property(SUM, fc.boolean(), (gross, isWithinState) => {
      const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = splitTax(gross, isWithinState);
      expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(gross);
      expect(cgstPaise).toBe(sgstPaise);
      expect(isWithinState ? igstPaise : cgstPaise).toBe(0);
      const tax = cgstPaise + sgstPaise + igstPaise;
      expect(Math.abs(tax - (gross * 18) / 118)).toBeLessThanOrEqual(1);
    }),
  );
});

test('steps of 118 paise split without rounding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.boolean(), (steps, isWithinState) => {
      const { taxablePaise } = splitTax(118 * steps, isWithinState);
      expect(taxablePaise).toBe(100 * steps);
    }),
  );
});

test.each([-1, 1.5, Number.NaN, 10_000_000_001])('%s is no sum', (gross) => {
  expect(() => splitTax(gross, true)).toThrow(RangeError);
});

test.each([
  ['2027-03-31T18:29:59.999Z', '26-27'],
  ['2027-03-31T18:30:00.000Z', '27-28'],
  ['2026-04-01T00:00:00.000Z', '26-27'],
  ['2026-12-31T23:59:59.999Z', '26-27'],
  ['2027-01-01T00:00:00.000Z', '26-27'],
  ['2100-03-31T00:00:00.000Z', '99-00'],
])('%s is in the financial year %s', (at, year) => {
  expect(financialYearOf(new Date(at))).toBe(year);
});

test.each([
  ['invoice', false, 'ES/26-27/0000001'],
  ['credit_note', false, 'EC/26-27/0000001'],
  ['invoice', true, 'TS/26-27/0000001'],
  ['credit_note', true, 'TC/26-27/0000001'],
] as const)('the first %s, test %s, is %s', (kind, isTest, number) => {
  const series = seriesOf(kind, isTest);
  expect(invoiceNumber({ series, year: '26-27', number: 1 })).toBe(number);
});

test('every number has at most 16 characters of those that are allowed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      (number, at) => {
        const name = invoiceNumber({ series: 'ES', year: financialYearOf(at), number });
        expect(name).toMatch(/^[A-Z0-9/-]{1,16}$/);
      },
    ),
  );
});

test.each([0, 1.5, 10_000_000])('there is no number %s', (number) => {
  expect(() => invoiceNumber({ series: 'ES', year: '26-27', number })).toThrow(RangeError);
});

test.each([
  [0, 'Rupees Zero Only'],
  [1, 'Rupees Zero and One Paise Only'],
  [2360, 'Rupees Twenty-three and Sixty Paise Only'],
  [10_000, 'Rupees One Hundred Only'],
  [11_519, 'Rupees One Hundred Fifteen and Nineteen Paise Only'],
  [236_000, 'Rupees Two Thousand Three Hundred Sixty Only'],
  [10_000_000, 'Rupees One Lakh Only'],
  [23_600_000, 'Rupees Two Lakh Thirty-six Thousand Only'],
  [
    1_234_567_890,
    'Rupees One Crore Twenty-three Lakh Forty-five Thousand Six Hundred Seventy-eight and Ninety Paise Only',
  ],
  [10_000_000_000, 'Rupees Ten Crore Only'],
])('%i paise are %s', (paise, words) => {
  expect(rupeesInWords(paise)).toBe(words);
});
