import type { PDF, PdfObject } from '@libpdf/core';
import { PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { expect, test } from 'vitest';
import { numberArray } from '../../../../src/pdf/objects.ts';
import type { Change } from '../../../support/pdf/altered-pdfs.ts';
import {
  anAppearance,
  aReference,
  fieldNamed,
  signedElsewhere,
  updated,
} from '../../../support/pdf/altered-pdfs.ts';
import { aForeignForm } from '../../../support/pdf/forged-documents.ts';
import { verdictOn } from '../../../support/pdf/signed-states.ts';

/** A form of other software, of which the first field is signed. */
const signedForm = async (change: Change): Promise<Buffer> =>
  await signedElsewhere(await updated(aForeignForm(), change), 'Approval');

/** What a field shows. */
function shownBy(pdf: PDF, field: string): PdfRef {
  const dict = fieldNamed(pdf, field).getDict('AP', (ref) => pdf.getObject(ref));
  return dict?.getRef('N') ?? expect.unreachable();
}

const overwrite =
  (of: (pdf: PDF) => PdfRef): Change =>
  (pdf) => {
    const stream = pdf.getObject(of(pdf));
    if (!(stream instanceof PdfStream)) return expect.unreachable();
    stream.setData(new Uint8Array(Buffer.from('0 0 9 9 re f')));
  };

const overwriteSecond = overwrite((pdf) => shownBy(pdf, 'Second'));
const drawn: Change = (pdf) => fieldNamed(pdf, 'Second').set('AP', anAppearance(pdf));

test.each<[string, Change]>([
  ['in the field itself', drawn],
  [
    'in a dictionary of its own',
    (pdf) => fieldNamed(pdf, 'Second').set('AP', pdf.register(anAppearance(pdf))),
  ],
])('a signature may overwrite what its empty field showed, named %s', async (_, change) => {
  const base = await signedForm(change);
  const signed = await signedElsewhere(base, 'Second', { draw: overwriteSecond });
  expect(signed.toString('latin1', base.length)).toContain('0 0 9 9 re f');
  expect(await verdictOn(signed)).toBe('AS_SIGNED');
});

/** The form shows what the second field shows in another place, too. */
const sharedAt =
  (show: (pdf: PDF, shown: PdfRef) => void): Change =>
  (pdf) => {
    drawn(pdf);
    show(pdf, shownBy(pdf, 'Second'));
  };

const shared: [string, Change][] = [
  ['a text field', sharedAt((pdf, N) => fieldNamed(pdf, 'Amount').set('AP', PdfDict.of({ N })))],
  ['a box', sharedAt((pdf, N) => fieldNamed(pdf, 'Agree').set('AP', PdfDict.of({ N })))],
  [
    'a signature',
    sharedAt((pdf, N) => fieldNamed(pdf, 'Approval').set('MK', PdfDict.of({ I: N }))),
  ],
  [
    'a page',
    sharedAt((pdf, N) => {
      const XObject = PdfDict.of({ Fm0: N });
      pdf.getPages()[0]?.dict.set('Resources', PdfDict.of({ XObject }));
    }),
  ],
];

test.each(shared)('a signature may not overwrite what %s shows as well', async (_, change) => {
  const base = await signedForm(change);
  expect(await verdictOn(await signedElsewhere(base, 'Second'))).toBe('AS_SIGNED');
  const signed = await signedElsewhere(base, 'Second', { draw: overwriteSecond });
  expect(await verdictOn(signed)).toBe('CHANGED CHANGED');
});

/** An appearance that draws the one that the form's text field and box have. */
function nested(pdf: PDF): PdfObject {
  const found = pdf.getObject(PdfRef.of(11, 0));
  const appearance = new PdfStream([], new Uint8Array(Buffer.from('/Fm0 Do')));
  if (found instanceof PdfDict) for (const [key, value] of found) appearance.set(key, value);
  const XObject = PdfDict.of({ Fm0: PdfRef.of(11, 0) });
  appearance.set('Resources', PdfDict.of({ XObject }));
  return pdf.register(appearance);
}

const drawNested: Change = (pdf) =>
  fieldNamed(pdf, 'Second').set('AP', PdfDict.of({ N: nested(pdf) }));

test.each<[string, Change, Change]>([
  ['what it draws from before', drawNested, overwrite(() => PdfRef.of(11, 0))],
  [
    'what another signature shows',
    drawn,
    (pdf) => {
      overwriteSecond(pdf);
      overwrite((one) => shownBy(one, 'Approval'))(pdf);
    },
  ],
  [
    'a font instead',
    drawn,
    (pdf) => fieldNamed(pdf, 'Second').set('AP', PdfDict.of({ N: PdfRef.of(3, 0) })),
  ],
  [
    'and move its field',
    drawn,
    (pdf) => {
      overwriteSecond(pdf);
      fieldNamed(pdf, 'Second').set('Rect', numberArray([0, 0, 595, 842]));
    },
  ],
  [
    'and take its type',
    drawn,
    (pdf) => {
      overwriteSecond(pdf);
      fieldNamed(pdf, 'Second').set('FT', PdfName.of('Tx'));
    },
  ],
])('a signature may not overwrite %s', async (_, before, draw) => {
  const signed = await signedElsewhere(await signedForm(before), 'Second', { draw });
  expect(await verdictOn(signed)).toMatch(/^CHANGED /);
});

test('what an empty field shows is overwritten by nothing but its signature', async () => {
  const base = await signedForm(drawn);
  expect(await verdictOn(await updated(base, overwriteSecond))).toBe('CHANGED CHANGED');
  const signed = await signedElsewhere(base, 'Second', { draw: overwriteSecond });
  expect(await verdictOn(await updated(signed, overwriteSecond))).toBe('CHANGED CHANGED');
});

const overwriteAmount = overwrite((pdf) => shownBy(pdf, 'Amount'));
const ownAmount: Change = (pdf) => fieldNamed(pdf, 'Amount').set('AP', anAppearance(pdf));
/** Fills in the text field, and leaves the content of its appearance behind. */
const fillIn: Change = (pdf) => {
  fieldNamed(pdf, 'Amount').set('V', PdfString.fromString('two crore'));
  overwriteAmount(pdf);
  pdf.register(new PdfStream([], new Uint8Array(Buffer.from('0 0 9 9 re f'))));
};

test('a text field that is filled in may show that in place of what it showed', async () => {
  expect(await verdictOn(await updated(await signedForm(ownAmount), fillIn))).toBe(
    'PERMITTED_CHANGE',
  );
});

test('filling in a text field may not change what a box shows as well', async () => {
  const shown = await signedForm(() => undefined);
  expect(await verdictOn(await updated(shown, fillIn))).toBe('CHANGED CHANGED');
});

test('filling in a text field that is locked is found, however it is shown', async () => {
  const base = await updated(aForeignForm(), ownAmount);
  const reference = aReference('FieldMDP', { Action: PdfName.of('All') });
  const locked = await signedElsewhere(base, 'Approval', { reference });
  expect(await verdictOn(await updated(locked, overwriteAmount))).toBe('CHANGED FIELD_LOCKED');
});

test('content that nothing refers to is found where no field is filled in, or as a form', async () => {
  const content = new Uint8Array(Buffer.from('0 0 9 9 re f'));
  const base = await signedForm(ownAmount);
  const left = await updated(base, (pdf) => void pdf.register(new PdfStream([], content)));
  expect(await verdictOn(left)).toBe('CHANGED STRAY_OBJECT');
  const drawing = await updated(base, (pdf) => {
    fillIn(pdf);
    pdf.register(new PdfStream([['Subtype', PdfName.of('Form')]], content));
  });
  expect(await verdictOn(drawing)).toBe('CHANGED STRAY_OBJECT');
});
