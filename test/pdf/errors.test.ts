import { expect, test } from 'vitest';
import { PdfError, problemOf } from '../../src/pdf/errors.ts';

test('an error keeps its code, anything else is unreadable', () => {
  const odd = Object.assign(new Error('odd'), { code: 7 });
  expect(
    [new PdfError('PADDING', 'more'), new RangeError('too deep'), odd, 'noise'].map(problemOf),
  ).toEqual([
    { code: 'PADDING', message: 'more' },
    { code: 'UNREADABLE', message: 'too deep' },
    { code: 'UNREADABLE', message: 'odd' },
    { code: 'UNREADABLE', message: 'noise' },
  ]);
});
