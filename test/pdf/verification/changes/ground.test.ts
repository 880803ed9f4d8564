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

const locking = (action: string, ...names: string[]) =>
  aReference('FieldMDP', {
    Action: PdfName.of(action),
    Fields: new PdfArray(names.map((one) => PdfString.fromString(one))),
  });

test.each([
  ['All', '', 'CHANGED FIELD_LOCKED'],
  ['Include', 'Amount', 'CHANGED FIELD_LOCKED'],
  ['Include', 'Agree', 'PERMITTED_CHANGE'],
  ['Exclude', 'Agree', 'CHANGED FIELD_LOCKED'],
  ['Exclude', 'Amount', 'PERMITTED_CHANGE'],
])('a value behind a signature that locks (%s %s) is %s', async (action, name, code) => {
  const reference = locking(action, name);
  const locked = await signedElsewhere(aForeignForm(), 'Approval', { reference });
  const fill: Change = (pdf) => fieldNamed(pdf, 'Amount').set('V', PdfString.fromString('999'));
  expect(await verdictOn(await updated(locked, fill))).toBe(code);
});

test('a field that a signature locks cannot be signed', async () => {
  const reference = locking('All');
  const locked = await signedElsewhere(aForeignForm(), 'Approval', { reference });
  expect(await verdictOn(await signedElsewhere(locked, 'Second'))).toBe('CHANGED FIELD_LOCKED');
});
