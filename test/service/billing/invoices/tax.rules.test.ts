import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitTax } from '../../../../src/service/billing/invoices/invoice.rules.ts';

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
