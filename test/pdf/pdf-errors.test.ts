import { expect, test } from 'vitest';
import { PdfError, problemOf } from '../../src/pdf/pdf-errors.ts';

const UNKNOWN = 'it is damaged, or of a kind that this program does not know';

/** The runtime's own error. */
function tooDeep(): unknown {
  const recurse = (): number => recurse() + 1;
  try {
    return recurse();
  } catch (error) {
    return error;
  }
}

test('an error keeps its code, and only the words of our own are told', () => {
  const odd = Object.assign(new Error('odd'), { code: 7 });
  const coded = Object.assign(new Error('Bad xref at 17'), { code: 'XREF' });
  expect(
    [
      new PdfError('PADDING', 'more'),
      coded,
      tooDeep(),
      new RangeError('Invalid array length'),
      odd,
      'noise',
    ].map(problemOf),
  ).toEqual([
    { code: 'PADDING', message: 'more' },
    { code: 'XREF', message: UNKNOWN },
    { code: 'UNREADABLE', message: 'its objects are nested too deeply' },
    { code: 'UNREADABLE', message: UNKNOWN },
    { code: 'UNREADABLE', message: UNKNOWN },
    { code: 'UNREADABLE', message: UNKNOWN },
  ]);
});
