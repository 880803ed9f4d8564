import { PdfArray, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { expect, test } from 'vitest';
import type { Change } from '../../../support/pdf/altered-pdfs.ts';
import {
  aReference,
  fieldNamed,
  signedElsewhere,
  updated,
} from '../../../support/pdf/altered-pdfs.ts';
import { ADDITIONS, aForeignForm, FILLINGS } from '../../../support/pdf/forged-documents.ts';
import { verdictOn } from '../../../support/pdf/signed-states.ts';

const noChanges = () => aReference('DocMDP', { P: PdfNumber.of(1) });

test('a signature that permits no changes permits proof only', async () => {
  const final = await signedElsewhere(aForeignForm(), 'Approval', { reference: noChanges() });
  expect(await verdictOn(final)).toBe('AS_SIGNED');
  const [[, , proof]] = ADDITIONS as [(typeof ADDITIONS)[number]];
  expect(await verdictOn(await updated(final, proof))).toBe('EVIDENCE_ADDED');
  const [[, fill]] = FILLINGS as [(typeof FILLINGS)[number]];
  expect(await verdictOn(await updated(final, fill))).toBe('CHANGED NOT_PERMITTED');
  expect(await verdictOn(await signedElsewhere(final, 'Second'))).toBe('CHANGED NOT_PERMITTED');
});

const named = (...names: string[]) => new PdfArray(names.map((one) => PdfString.fromString(one)));
const locks: [string, Record<string, PdfName | PdfArray>, string, string][] = [
  ['all', { Action: PdfName.of('All') }, 'Amount', 'CHANGED FIELD_LOCKED'],
  [
    'the named',
    { Action: PdfName.of('Include'), Fields: named('Amount') },
    'Amount',
    'CHANGED FIELD_LOCKED',
  ],
  [
    'the named',
    { Action: PdfName.of('Include'), Fields: named('Agree') },
    'Amount',
    'PERMITTED_CHANGE',
  ],
  [
    'the other',
    { Action: PdfName.of('Exclude'), Fields: named('Agree') },
    'Amount',
    'CHANGED FIELD_LOCKED',
  ],
  [
    'the other',
    { Action: PdfName.of('Exclude'), Fields: named('Amount') },
    'Amount',
    'PERMITTED_CHANGE',
  ],
];

test.each(locks)(
  'a signature that locks %s fields (%o): %s is %s',
  async (_, parameters, field, code) => {
    const reference = aReference('FieldMDP', parameters);
    const locked = await signedElsewhere(aForeignForm(), 'Approval', { reference });
    const fill: Change = (pdf) => fieldNamed(pdf, field).set('V', PdfString.fromString('999'));
    expect(await verdictOn(await updated(locked, fill))).toBe(code);
  },
);

test('a field that a signature locks cannot be signed', async () => {
  const reference = aReference('FieldMDP', { Action: PdfName.of('All') });
  const locked = await signedElsewhere(aForeignForm(), 'Approval', { reference });
  expect(await verdictOn(await signedElsewhere(locked, 'Second'))).toBe('CHANGED FIELD_LOCKED');
});
