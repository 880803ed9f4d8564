import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  financialYearOf,
  invoiceNumber,
  seriesOf,
} from '../../../../src/service/billing/invoices/invoice.rules.ts';

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
