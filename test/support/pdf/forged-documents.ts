import type { PDF, PdfObject, PdfRef } from '@libpdf/core';
import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core';
import { numberArray } from '../../../src/pdf/objects.ts';
import { streamObject, writePdf } from './a-pdf.ts';
import type { Change } from './altered-pdfs.ts';
import { addField, anAppearance, fieldNamed } from './altered-pdfs.ts';

const name = (value: string) => PdfName.of(value);
const text = (value: string) => PdfString.fromString(value);
const root =
  (key: string, value: (pdf: PDF) => PdfObject): Change =>
  (pdf) =>
    pdf.getCatalog().set(key, value(pdf));
const onPage =
  (key: string, value: (pdf: PDF) => PdfObject): Change =>
  (pdf) =>
    pdf.getPages()[0]!.dict.set(key, value(pdf));
const onField =
  (field: string, key: string, value: (pdf: PDF) => PdfObject): Change =>
  (pdf) =>
    fieldNamed(pdf, field).set(key, value(pdf));
const form = (pdf: PDF) => pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref))!;
const onForm =
  (key: string, value: (pdf: PDF) => PdfObject): Change =>
  (pdf) =>
    form(pdf).set(key, value(pdf));
const action = PdfDict.of({ S: name('JavaScript'), JS: text('app.alert(1)') });
const fields = (pdf: PDF) => form(pdf).getArray('Fields', (ref) => pdf.getObject(ref))!;
const stream = (pdf: PDF, content: string) =>
  pdf.register(new PdfStream([], new Uint8Array(Buffer.from(content))));

function overwriteContent(pdf: PDF): void {
  const page = pdf.getPages()[0]!;
  const content = pdf.getObject(page.dict.getRef('Contents')!);
  if (content instanceof PdfStream)
    content.setData(new Uint8Array(Buffer.from('BT (two crore) Tj ET')));
}

function addAnnotation(pdf: PDF): void {
  const note = PdfDict.of({
    Type: name('Annot'),
    Subtype: name('FreeText'),
    Rect: numberArray([10, 10, 200, 60]),
    Contents: text('void'),
  });
  pdf
    .getPages()[0]!
    .dict.getArray('Annots', (ref) => pdf.getObject(ref))
    ?.push(pdf.register(note));
}

/** What a forger may do to a document of this service; none of it is permitted after a signature. */
export const FORGERIES: readonly (readonly [string, Change])[] = [
  ['a language', root('Lang', () => text('hi'))],
  ['an action on opening', root('OpenAction', () => action)],
  ['additional actions', root('AA', () => PdfDict.of({ WC: action }))],
  ['scripts', root('Names', () => PdfDict.of({ JavaScript: PdfDict.of({}) }))],
  ['layers', root('OCProperties', () => PdfDict.of({ OCGs: new PdfArray([]) }))],
  ['an outline', root('Outlines', (pdf) => pdf.register(PdfDict.of({ Count: PdfNumber.of(0) })))],
  ['page labels', root('PageLabels', () => PdfDict.of({ Nums: new PdfArray([]) }))],
  ['a structure', root('StructTreeRoot', (pdf) => pdf.register(PdfDict.of({})))],
  [
    'viewer preferences',
    root('ViewerPreferences', () => PdfDict.of({ HideMenubar: PdfBool.TRUE })),
  ],
  ['a portfolio', root('Collection', () => PdfDict.of({ View: name('D') }))],
  ['other permissions', root('Perms', () => PdfDict.of({}))],
  ['a store of proof that is a stream', root('DSS', (pdf) => stream(pdf, 'q Q'))],
  ['metadata that are no metadata', root('Metadata', (pdf) => stream(pdf, 'q Q'))],
  ['a version that is no name', root('Version', () => action)],
  ['an added page', (pdf) => void pdf.addPage()],
  ['a removed page', (pdf) => pdf.removePage(0)],
  ['drawn content', (pdf) => pdf.getPages()[0]?.drawText('and two crore rupees')],
  ['overwritten content', overwriteContent],
  ['other content', onPage('Contents', (pdf) => stream(pdf, 'q Q'))],
  ['a turned page', onPage('Rotate', () => PdfNumber.of(180))],
  ['a smaller page', onPage('CropBox', () => numberArray([0, 0, 9, 9]))],
  ['other resources', onPage('Resources', () => PdfDict.of({}))],
  ['an action on the page', onPage('AA', () => PdfDict.of({ O: action }))],
  ['another order of tabs', onPage('Tabs', () => name('S'))],
  ['an annotation', addAnnotation],
  ['no annotations', onPage('Annots', () => new PdfArray([]))],
  ['a form with scripts', onForm('CO', () => new PdfArray([]))],
  ['another default style', onForm('DA', () => text('/Helv 0 Tf 1 g'))],
  ['appearances to be made', onForm('NeedAppearances', () => PdfBool.TRUE)],
  ['an XFA form', onForm('XFA', () => text('<xdp/>'))],
  ['fonts of the form', onForm('DR', () => PdfDict.of({ Font: PdfDict.of({}) }))],
  ['a field less', (pdf) => void fields(pdf).pop()],
  ['fields in another order', (pdf) => fields(pdf).push(fields(pdf).pop()!, fields(pdf).at(0)!)],
  ['a renamed field', onField('esign_01', 'T', () => text('approved'))],
  ['a moved field', onField('esign_01', 'Rect', () => numberArray([9, 9, 99, 99]))],
  ['a hidden field', onField('esign_01', 'F', () => PdfNumber.of(2))],
  ['a field of another type', onField('esign_01', 'FT', () => name('Btn'))],
  ['an action on a field', onField('esign_01', 'A', () => action)],
  ['another appearance of a signature', onField('esign_01', 'AP', anAppearance)],
  [
    'another signature in its place',
    onField('esign_01', 'V', (pdf) => pdf.register(PdfDict.of({ Type: name('Sig') }))),
  ],
  ['no signature in its place', (pdf) => void fieldNamed(pdf, 'esign_01').delete('V')],
  [
    'children of a field',
    onField('esign_01', 'Kids', (pdf) => new PdfArray([pdf.register(PdfDict.of({}))])),
  ],
  ['another parent of a field', onField('esign_01', 'Parent', (pdf) => pdf.getPages()[0]!.ref)],
  [
    'a reason in a signature',
    (pdf) => {
      fieldNamed(pdf, 'esign_01')
        .getDict('V', (ref) => pdf.getObject(ref))
        ?.set('Reason', text('none'));
    },
  ],
  ['a signature field', (pdf) => void addField(pdf, 'approved', [0, 0, 0, 0])],
  ['a field of a taken name', (pdf) => void addField(pdf, 'esign_01', [0, 0, 0, 0])],
  ['a text field', (pdf) => void addField(pdf, 'Amount', [0, 0, 0, 0]).set('FT', name('Tx'))],
  ['an object of no use', (pdf) => void pdf.register(PdfDict.of({ Rest: new PdfArray([]) }))],
  [
    'a catalogue of its own',
    (pdf) => {
      const other = PdfDict.of({ Type: name('Catalog'), Pages: pdf.getCatalog().getRef('Pages')! });
      pdf.context.info.trailer.set('Root', pdf.register(other));
    },
  ],
];

const box = '/Rect [10 10 60 30] /Type /Annot /Subtype /Widget /P 4 0 R';

/** A form of other software: a text field, a box, and two signature fields. */
export function aForeignForm(catalog = '', page = ''): Buffer {
  const widgets = '[6 0 R 7 0 R 8 0 R 9 0 R]';
  return writePdf(
    [
      `<< /Type /Catalog /Pages 2 0 R /AcroForm 13 0 R /Metadata 10 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 14 0 R /Annots 12 0 R ${page} >>`,
      streamObject('BT ET'),
      `<< /FT /Tx /T (Amount) /V (100) /AP << /N 11 0 R >> ${box} >>`,
      `<< /FT /Btn /T (Agree) /V /Off /AS /Off /AP << /N << /Yes 11 0 R >> >> ${box} >>`,
      `<< /FT /Sig /T (Approval) ${box} >>`,
      `<< /FT /Sig /T (Second) ${box} >>`,
      streamObject('<x xmp:ModifyDate="2026" title="A"/>', '/Type /Metadata /Subtype /XML'),
      streamObject('q Q', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      widgets,
      `<< /Fields ${widgets} /SigFlags 3 >>`,
      '[5 0 R]',
      '<< /Title (Lease) /ModDate (D:20260101) >>',
    ],
    '/Info 15 0 R',
  );
}

const info = (pdf: PDF) => {
  const ref = pdf.context.info.trailer.getRef('Info')!;
  return pdf.getObject(ref) as PdfDict;
};

const metadata =
  (content: string): Change =>
  (pdf) => {
    const found = pdf.getObject(pdf.getCatalog().getRef('Metadata')!);
    if (found instanceof PdfStream) found.setData(new Uint8Array(Buffer.from(content)));
  };

/** What may be filled in after a signature, and is reported. */
export const FILLINGS: readonly (readonly [string, Change])[] = [
  ['the value of a text field', onField('Amount', 'V', () => text('999'))],
  ['the appearance of a text field', onField('Amount', 'AP', anAppearance)],
  [
    'the state of a box',
    (pdf) => {
      fieldNamed(pdf, 'Agree').set('V', name('Yes'));
      fieldNamed(pdf, 'Agree').set('AS', name('Yes'));
    },
  ],
  ['the title', (pdf) => info(pdf).set('Title', text('Sale'))],
  ['an author', (pdf) => info(pdf).set('Author', text('Asha'))],
  ['the metadata', metadata('<x xmp:ModifyDate="2026" title="B"/>')],
  ['a visible signature field', (pdf) => void addField(pdf, 'Third', [9, 9, 200, 200])],
];

/** A store of proof with these certificates in an array of its own. */
export function store(pdf: PDF, ...certificates: PdfRef[]): PdfDict {
  return PdfDict.of({ Certs: pdf.register(new PdfArray(certificates)) });
}

/** What adds proof, or nothing that a reader could see. */
export const ADDITIONS: readonly (readonly [string, string, Change])[] = [
  [
    'a store of proof',
    'EVIDENCE_ADDED',
    (pdf) => pdf.getCatalog().set('DSS', pdf.register(store(pdf, stream(pdf, 'c')))),
  ],
  ['the time of a change', 'EVIDENCE_ADDED', (pdf) => info(pdf).set('ModDate', text('D:20270101'))],
  ['the producer', 'EVIDENCE_ADDED', (pdf) => info(pdf).set('Producer', text('another'))],
  ['the time in the metadata', 'EVIDENCE_ADDED', metadata('<x xmp:ModifyDate="2027" title="A"/>')],
  ['a version', 'AS_SIGNED', root('Version', () => name('2.0'))],
  ['extensions', 'AS_SIGNED', root('Extensions', () => PdfDict.of({ ESIC: PdfDict.of({}) }))],
  ['a field that cannot be seen', 'AS_SIGNED', (pdf) => void addField(pdf, 'Third', [0, 0, 0, 0])],
];
