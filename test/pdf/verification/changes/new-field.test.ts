import { pathToFileURL } from 'node:url';
import type { PDF } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import { expect, test } from 'vitest';
import { pageComparer } from '../../../../src/pdf/reading/compare-looks.ts';
import { pagesToCompare } from '../../../../src/pdf/verification/compare-pictures.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { PDFIUM_WASM } from '../../../support/drawing/test-pdfium.ts';
import type { Change } from '../../../support/pdf/altered-pdfs.ts';
import {
  addField,
  fieldNamed,
  signedElsewhere,
  updated,
} from '../../../support/pdf/altered-pdfs.ts';
import { aForeignForm } from '../../../support/pdf/forged-documents.ts';
import { foreign, trusting, two, verdictOn } from '../../../support/pdf/signed-states.ts';

const UNSEEN = [0, 0, 0, 0];
const OF_WIDGET = ['Type', 'Subtype', 'F', 'Rect', 'P'];
const pageOf = (pdf: PDF) => pdf.getPages()[0]?.dict ?? expect.unreachable();
const list = (pdf: PDF, owner: PdfDict | undefined, key: string): PdfArray =>
  owner?.getArray(key, (ref) => pdf.getObject(ref)) ?? expect.unreachable();

interface Divided {
  readonly field: PdfDict;
  readonly ref: PdfRef;
  readonly widget: PdfDict;
  readonly kids: PdfArray;
}

/** Adds a field whose widget is an object of its own. */
function addDivided(pdf: PDF, rect: readonly number[]): Divided {
  const field = addField(pdf, 'Later', rect);
  const annotations = list(pdf, pageOf(pdf), 'Annots');
  const ref = annotations.at(annotations.length - 1);
  annotations.remove(annotations.length - 1);
  const widget = PdfDict.of({});
  for (const key of OF_WIDGET) {
    const value = field.get(key);
    if (value) widget.set(key, value);
    field.delete(key);
  }
  const kid = pdf.register(widget);
  const kids = new PdfArray([kid]);
  field.set('Kids', kids);
  annotations.push(kid);
  return ref instanceof PdfRef ? { field, ref, widget, kids } : expect.unreachable();
}

const divided =
  (rect: readonly number[], change: (pdf: PDF, parts: Divided) => void = () => undefined): Change =>
  (pdf) =>
    change(pdf, addDivided(pdf, rect));

const signedWith = async (change: Change) =>
  await signedElsewhere(foreign, 'Later', { change, draw: () => undefined });

test('a new field may have its widget as an object of its own', async () => {
  expect(await verdictOn(await signedWith(divided(UNSEEN)))).toBe('AS_SIGNED');
  const listed = divided(UNSEEN, (pdf, { field, ref, widget, kids }) => {
    field.set('Kids', pdf.register(kids));
    widget.set('Parent', ref);
  });
  expect(await verdictOn(await signedWith(listed))).toBe('AS_SIGNED');
  expect(await verdictOn(await signedWith(divided([9, 9, 99, 99])))).toBe(
    'PERMITTED_CHANGE PLACED',
  );
});

test.each([
  ['where nothing was', [300, 300, 400, 340], true],
  ['over other fields', [0, 0, 595, 842], false],
])('pictures tell of a widget %s', async (_, rect, isIntact) => {
  const comparePages = pageComparer(pathToFileURL(PDFIUM_WASM), 60_000);
  const file = await signedWith(divided(rect));
  const { intact, findings } = await verifyPdf(file, { ...trusting, comparePages });
  expect(intact).toBe(isIntact);
  expect(findings.flatMap(({ code, reason }) => [code, reason])).toContain('PLACED');
});

test('pictures are compared below a widget that is hidden', async () => {
  const hidden = divided([0, 0, 595, 842], (_, { widget }) => widget.set('F', PdfNumber.of(2)));
  const file = await signedWith(hidden);
  const states = [
    { field: 'Approval', end: foreign.length },
    { field: 'Later', end: file.length },
  ];
  expect(await pagesToCompare(file, states)).toMatchObject({ except: [], added: [{ page: 1 }] });
});

test('a new field may be added before it is signed, and say how it is highlighted', async () => {
  const added = await updated(foreign, (pdf) =>
    addField(pdf, 'Later', UNSEEN).set('H', PdfName.of('P')),
  );
  expect(await verdictOn(added)).toBe('AS_SIGNED');
  const draw: Change = () => undefined;
  expect(await verdictOn(await signedElsewhere(added, 'Later', { draw }))).toBe('AS_SIGNED');
  const seen = await updated(foreign, (pdf) =>
    addField(pdf, 'Later', [0, 0, 595, 842]).set('H', PdfName.of('P')),
  );
  expect(await verdictOn(await signedElsewhere(seen, 'Later'))).toBe('PERMITTED_CHANGE PLACED');
});

const action = PdfDict.of({ S: PdfName.of('JavaScript'), JS: PdfString.fromString('1') });

test.each<[string, (pdf: PDF, parts: Divided) => void]>([
  ['a second widget', (pdf, { kids }) => kids.push(pdf.register(PdfDict.of({})))],
  ['no widget', (_, { kids }) => kids.remove(0)],
  ['a widget that is a field', (_, { widget }) => widget.set('T', PdfString.fromString('x'))],
  ['a widget of another type', (_, { widget }) => widget.set('FT', PdfName.of('Tx'))],
  ['a widget with an action', (_, { widget }) => widget.set('A', action)],
  ['a widget with children', (_, { widget }) => widget.set('Kids', new PdfArray([]))],
  ['a widget of another field', (_, { widget }) => widget.set('Parent', PdfRef.of(9, 0))],
  ['a widget from before', (_, { field }) => field.set('Kids', new PdfArray([PdfRef.of(6, 0)]))],
  ['a list from before', (_, { field }) => field.set('Kids', PdfRef.of(12, 0))],
  ['an annotation beside its widget', (pdf, { ref }) => list(pdf, pageOf(pdf), 'Annots').push(ref)],
  [
    'a place of its own beside its widget',
    (_, { field }) => {
      field.set('Subtype', PdfName.of('Widget'));
      field.set('Rect', new PdfArray([]));
    },
  ],
  [
    'a widget that shows what another field shows',
    (pdf, { widget }) => {
      widget.set('AP', PdfDict.of({ N: PdfRef.of(11, 0) }));
      fieldNamed(pdf, 'Second').set('AP', PdfDict.of({ N: PdfRef.of(11, 0) }));
    },
  ],
])('a new field with %s is found', async (_, change) => {
  expect(await verdictOn(await signedWith(divided(UNSEEN, change)))).toMatch(/^CHANGED /);
});

test('a new field takes no widget that was there before', async () => {
  let before: PdfRef | undefined;
  const form = await updated(aForeignForm(), (pdf) => {
    const { ref, widget, kids } = addDivided(pdf, [300, 300, 400, 340]);
    list(
      pdf,
      pdf.getCatalog().getDict('AcroForm', (one) => pdf.getObject(one)),
      'Fields',
    ).remove(4);
    [before] = kids.toArray().filter((kid) => kid instanceof PdfRef);
    expect([ref, widget.get('T')]).toEqual([expect.any(PdfRef), undefined]);
  });
  const kid = before ?? expect.unreachable();
  const taken = await signedElsewhere(await signedElsewhere(form, 'Approval'), 'Later', {
    change: divided(UNSEEN, (pdf, { field }) => {
      const annotations = list(pdf, pageOf(pdf), 'Annots');
      annotations.remove(annotations.length - 1);
      field.set('Kids', new PdfArray([kid]));
    }),
    draw: () => undefined,
  });
  expect(await verdictOn(taken)).toBe('CHANGED CHANGED');
});

test('in a document of ours no new field is signed, whatever it consists of', async () => {
  const file = await signedElsewhere(two, 'Later', {
    change: divided(UNSEEN),
    draw: () => undefined,
  });
  expect(await verdictOn(file)).toBe('CHANGED CHANGED');
});
