import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { countEmptyFields } from '../../../src/pdf/admission/admission.ts';
import { aForm } from '../../support/pdf/a-form.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

const RECT = '/Rect [60 200 260 220]';
const READ_ONLY = '/Ff 1';
const PUSH_BUTTON = '/Ff 65536';
const HIDDEN = '/F 2';
const radio = (name: string, state: string) =>
  `/FT /Btn /Ff 32768 /T (${name}) /AS /${state} ${RECT}`;

test.each([
  ['an empty text', [RECT], 1],
  ['a text of blanks', [`/V (  ) ${RECT}`], 1],
  ['a filled text', [`/V (Mysuru) ${RECT}`], 0],
  ['an empty choice', [`/FT /Ch ${RECT}`], 1],
  ['an empty and a ticked box', [`/FT /Btn ${RECT}`, `/FT /Btn /V /Yes /AS /Yes ${RECT}`], 1],
  ['a field that nobody may fill in', [`${READ_ONLY} ${RECT}`], 0],
  ['a push button', [`/FT /Btn ${PUSH_BUTTON} ${RECT}`], 0],
  ['a field that is not shown', [`${HIDDEN} ${RECT}`], 0],
  ['a field for a signature', [`/FT /Sig ${RECT}`], 0],
])('%s', async (_, widgets, count) => {
  expect(countEmptyFields(await PDF.load(aForm({ widgets })))).toBe(count);
});

test('a group of buttons is filled in with one of them', async () => {
  const count = async (...widgets: string[]) =>
    countEmptyFields(await PDF.load(aForm({ widgets })));
  expect(await count(radio('floor', 'Off'), radio('floor', 'Off'))).toBe(1);
  expect(await count(radio('floor', 'Off'), radio('floor', 'Second'))).toBe(0);
});

test('a file without a form has none', async () => {
  expect(countEmptyFields(await PDF.load(aPdf()))).toBe(0);
});
