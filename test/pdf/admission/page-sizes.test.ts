import { expect, test } from 'vitest';
import { readPageSizes } from '../../../src/pdf/admission/page-sizes.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

test('each page has the size that readers display', async () => {
  const pages = [{}, { box: '0 0 300 400', entries: '/Rotate 90' }];
  expect(await readPageSizes(aPdf({ pages }))).toEqual([
    { width: 595, height: 842 },
    { width: 400, height: 300 },
  ]);
});

test('an unreadable file has no page sizes', async () => {
  expect(await readPageSizes(Buffer.from('Dear Asha'))).toBeUndefined();
});
