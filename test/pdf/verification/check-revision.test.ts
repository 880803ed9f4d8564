import type { PdfObject } from '@libpdf/core';
import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { expect, test } from 'vitest';
import { formStream, numberArray } from '../../../src/pdf/objects.ts';
import { topFields } from '../../../src/pdf/signing/form-fields.ts';
import { checkRevision, openRevision } from '../../../src/pdf/verification/check-revision.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { fieldsFor, withFields } from '../../support/pdf/sign-pdf.ts';

type Change = (pdf: PDF, widget: PdfDict) => void;

/** Writes the objects of a signature without signing. */
const fillIn: Change = (pdf, widget) => {
  const content = formStream({ width: 1, height: 1, content: Buffer.from('q Q') });
  widget.set('AP', PdfDict.of({ N: pdf.register(content) }));
  widget.set('V', pdf.register(PdfDict.of({ Type: PdfName.of('Sig') })));
};

async function appended(base: Buffer, field: string, changes: readonly Change[]): Promise<Buffer> {
  const pdf = await PDF.load(base, { lenient: false });
  const widget = topFields(pdf).get(field);
  for (const change of changes) change(pdf, widget!);
  return Buffer.from(await pdf.save({ incremental: true }));
}

async function check(base: Buffer, file: Buffer, isFirst: boolean): Promise<string> {
  try {
    const revision = await openRevision(file, base.length);
    checkRevision({ ...revision, field: 'esign_01', isFirst });
    return 'sound';
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    return 'code' in error ? String(error.code) : error.name;
  }
}

const [first, second] = fieldsFor(2);
const marked = { ...first!, rects: [...first!.rects, { ...second!.rects[0]!, y: 400 }] };
const base = await withFields(aPdf(), [marked, second!]);

async function verdictOn(changes: readonly Change[], isFirst = false): Promise<string> {
  return await check(base, await appended(base, 'esign_01', changes), isFirst);
}

const certify: Change = (pdf, widget) => {
  const value = widget.get('V');
  if (value) pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: value }));
};
const other: Change = (pdf) => fillIn(pdf, topFields(pdf).get('esign_02')!);
const mark: Change = (pdf, widget) => {
  topFields(pdf)
    .get('esign_01_mark_02')
    ?.set('AP', widget.get('AP') ?? PdfDict.of({}));
};

test('a signature may fill in its own field and marks', async () => {
  expect(await verdictOn([fillIn])).toBe('sound');
  expect(await verdictOn([fillIn, mark])).toBe('sound');
});

test('only the first signature may certify the document', async () => {
  expect(await verdictOn([fillIn, certify], true)).toBe('sound');
  expect(await verdictOn([fillIn, certify], false)).toBe('NOT_OWN_WIDGET');
});

const onWidget =
  (key: string, value: (pdf: PDF) => PdfObject): Change =>
  (pdf, widget) =>
    widget.set(key, value(pdf));
const onCatalog =
  (key: string, value: (pdf: PDF) => PdfObject): Change =>
  (pdf) =>
    void pdf.getCatalog().set(key, value(pdf));
const anObject = (pdf: PDF) => pdf.register(PdfDict.of({}));
const permissions = (key: string) =>
  onCatalog('Perms', (pdf) => PdfDict.of({ [key]: anObject(pdf) }));

const attacks: [string, string, readonly Change[]][] = [
  ...(
    [
      ['a moved widget', onWidget('Rect', () => numberArray([0, 0, 9, 9]))],
      ['a renamed widget', onWidget('T', () => PdfString.fromString('esign_07'))],
      ['an action on the widget', onWidget('A', () => PdfDict.of({}))],
      [
        'a second appearance',
        onWidget('AP', (pdf) => PdfDict.of({ N: anObject(pdf), D: anObject(pdf) })),
      ],
      ['a signature that is no object of its own', onWidget('V', () => PdfDict.of({}))],
    ] as const
  ).map(([what, change]): [string, string, readonly Change[]] => [
    ...([what, 'WIDGET_CHANGED', [fillIn, change]] as const),
  ]),
  [
    'a signature on a mark',
    'WIDGET_CHANGED',
    [
      fillIn,
      (pdf, widget) =>
        topFields(pdf)
          .get('esign_01_mark_02')
          ?.set('V', widget.get('V') ?? PdfNumber.of(0)),
    ],
  ],
  ["another signer's field beside the own", 'OTHER_FIELD', [fillIn, other]],
  ["another signer's field alone", 'OTHER_FIELD', [other]],
  [
    'a certification with no field filled in',
    'OTHER_FIELD',
    [(pdf) => pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: PdfRef.of(1, 0) }))],
  ],
  [
    'a changed page',
    'NOT_OWN_WIDGET',
    [fillIn, (pdf) => pdf.getPages()[0]?.dict.set('Tabs', PdfName.of('S'))],
  ],
  ['drawn content', 'NOT_OWN_WIDGET', [fillIn, (pdf) => pdf.getPages()[0]?.drawText('more')]],
  [
    'a changed stream',
    'NOT_OWN_WIDGET',
    [
      fillIn,
      (pdf) => {
        const content = pdf.getObject(pdf.getPages()[0]!.dict.getRef('Contents')!);
        if (content instanceof PdfStream) content.set('Length1', PdfNumber.of(1));
      },
    ],
  ],
  [
    'another catalogue',
    'CATALOG_CHANGED',
    [
      fillIn,
      (pdf) => {
        const other = PdfDict.of({ Pages: pdf.getCatalog().getRef('Pages')! });
        pdf.context.info.trailer.set('Root', pdf.register(other));
      },
    ],
  ],
  [
    'an entry nested without measure',
    'RangeError',
    [
      fillIn,
      (_, widget) => {
        let nested = new PdfArray([]);
        for (let depth = 0; depth < 60; depth++) nested = new PdfArray([nested]);
        widget.set('AP', PdfDict.of({ N: nested }));
      },
    ],
  ],
  [
    'an object of no use',
    'STRAY_OBJECT',
    [fillIn, (pdf) => void pdf.register(PdfDict.of({ Rest: new PdfArray([]) }))],
  ],
  [
    'a changed catalogue',
    'CATALOG_CHANGED',
    [fillIn, certify, onCatalog('Lang', () => PdfString.fromString('hi'))],
  ],
  ['a certification of something else', 'STRAY_OBJECT', [fillIn, permissions('DocMDP')]],
  ['further permissions', 'CATALOG_CHANGED', [fillIn, permissions('UR3')]],
  [
    'an appearance that was in the file before',
    'STRAY_OBJECT',
    [
      fillIn,
      (pdf, widget) =>
        widget.set('AP', topFields(pdf).get('esign_02')?.get('AP') ?? PdfDict.of({})),
    ],
  ],
];

test.each(attacks)('%s is found as %s', async (_, code, changes) => {
  expect(await verdictOn(changes, true)).toBe(code);
});

test('a signed field cannot be filled in again', async () => {
  const signed = await appended(base, 'esign_01', [fillIn]);
  const again = await appended(signed, 'esign_01', [fillIn]);
  expect(await check(signed, again, false)).toBe('WIDGET_CHANGED');
});

test('a hidden revision is found', async () => {
  const between = await appended(base, 'esign_01', [fillIn]);
  const file = await appended(between, 'esign_02', [fillIn]);
  expect(await check(base, file, false)).toBe('HIDDEN_REVISION');
});
