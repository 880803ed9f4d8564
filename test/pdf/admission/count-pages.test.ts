import { expect, test } from 'vitest';
import { countPages } from '../../../src/pdf/admission/count-pages.ts';
import { aPdf } from '../../support/a-pdf.ts';

test('the pages of a PDF are counted', async () => {
  expect(await countPages(aPdf({ pages: [{}, {}, {}] }))).toBe(3);
});

test('an unreadable file has no page count', async () => {
  expect(await countPages(Buffer.from('Dear Asha'))).toBeUndefined();
});
