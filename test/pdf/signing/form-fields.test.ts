import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { topFields, widgetName } from '../../../src/pdf/signing/form-fields.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

test('the first of two fields with the same name counts, and nameless ones are skipped', async () => {
  const fields = '<< /T (a) /Ff 1 >> null << /Ff 2 >> << /T (a) /Ff 3 >> << /T (b) /Ff 4 >>';
  const pdf = await PDF.load(aPdf({ catalog: `/AcroForm << /Fields [${fields}] >>` }));
  const found = [...topFields(pdf)].map(([name, field]) => [name, field.getNumber('Ff')?.value]);
  expect(found).toEqual([
    ['a', 1],
    ['b', 4],
  ]);
});

test('a document without a form has no fields', async () => {
  expect(topFields(await PDF.load(aPdf())).size).toBe(0);
});

test('names have a fixed width, so that none is a prefix of another', () => {
  expect([0, 1, 10].map((index) => widgetName('esign_01', index))).toEqual([
    'esign_01',
    'esign_01_mark_02',
    'esign_01_mark_11',
  ]);
});
