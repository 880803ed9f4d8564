import type { PDF, PdfDict } from '@libpdf/core';
import { PdfRef, PdfStream } from '@libpdf/core';
import { expect, test } from 'vitest';
import { arrangePdf } from '../../../src/pdf/admission/load-upload.ts';
import {
  readArray,
  readDict,
  readName,
  readNumber,
  readNumbers,
  readText,
} from '../../../src/pdf/objects.ts';
import { loadPdf } from '../../../src/pdf/pdf-file.ts';
import { topFields } from '../../../src/pdf/signing/form-fields.ts';
import { placeFields } from '../../../src/pdf/signing/place-fields.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { aPdf, streamObject } from '../../support/pdf/a-pdf.ts';
import { aRichPdf } from '../../support/pdf/a-rich-pdf.ts';
import { fieldsFor, SIGNERS, signedBy } from '../../support/pdf/sign-pdf.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

/** Two signers, the first with a mark. */
const [first, second] = fieldsFor(2);
const fields = [
  {
    ...first!,
    rects: [...first!.rects, { ...first!.rects[0]!, y: 420 }],
    signer: SIGNERS[0],
  },
  { ...second!, signer: 'Ravi\u202E\nKumar' },
];

async function placed(bytes: Buffer): Promise<Buffer> {
  const arranged = await arrangePdf(await loadPdf(bytes), { fonts: async () => testFonts() });
  return await placeFields(arranged.bytes, fields);
}

async function signed(bytes: Buffer): Promise<Buffer> {
  let file = await placed(bytes);
  for (const [index, field] of fields.entries()) {
    file = await signedBy(file, field, { name: SIGNERS[index] ?? '' });
  }
  return file;
}

const dataOf = (object: PdfDict | undefined): string =>
  object instanceof PdfStream ? Buffer.from(object.getDecodedData()).toString() : '';

/** Follows keys and indices from the catalogue. */
function at(pdf: PDF, ...path: (string | number)[]): PdfDict | undefined {
  let node: PdfDict | undefined = pdf.getCatalog();
  for (const [index, step] of path.entries()) {
    const key = path[index + 1];
    if (typeof step === 'number') continue;
    const value = node?.get(step);
    node = readDict(pdf, typeof key === 'number' ? readArray(pdf, value)?.at(key) : value);
  }
  return node;
}

test.each([false, true])(
  'what a document has besides its pages is kept (isDeep %s)',
  async (isDeep) => {
    const file = await signed(aRichPdf({ isDeep }));
    const pdf = await loadPdf(file);
    const catalog = pdf.getCatalog();
    expect(readText(pdf, at(pdf, 'Outlines', 'First')?.get('Title'))).toBe('Clause 1');
    const link = readDict(pdf, readArray(pdf, pdf.getPages()[0]?.dict.get('Annots'))?.at(0));
    expect(readText(pdf, readDict(pdf, link?.get('A'))?.get('URI'))).toBe('https://example.in/');
    expect(dataOf(at(pdf, 'AF', 0, 'EF', 'F'))).toBe('annex terms');
    expect(
      dataOf(readDict(pdf, at(pdf, 'Names', 'EmbeddedFiles', 'Names', 1)?.get('EF'))) || 'x',
    ).toBe('x');
    expect(readName(pdf, at(pdf, 'PageLabels', 'Nums', 1)?.get('S'))).toBe('r');
    expect(dataOf(at(pdf, 'Metadata'))).toContain('<rdf:li xml:lang="x-default">Lease</rdf:li>');
    expect(readText(pdf, catalog.get('Lang'))).toBe('en-IN');
    expect(readName(pdf, catalog.get('PageMode'))).toBe('UseOutlines');
    const { root } = await testAuthority();
    const verdict = await verifyPdf(file, { roots: [root] });
    expect(verdict.findings[0]?.code).toBe('AS_SIGNED');
    expect(verdict.verified).toBe(true);
  },
);

test.each([false, true])(
  'each widget of a tagged document is in its structure (isDeep %s)',
  async (isDeep) => {
    const pdf = await loadPdf(await placed(aRichPdf({ isDeep })));
    const tree = at(pdf, 'StructTreeRoot');
    const document = at(pdf, 'StructTreeRoot', 'K');
    const [paragraph, anchor, ...added] = [...(readArray(pdf, document?.get('K')) ?? [])];
    const kinds = [paragraph, anchor].map((one) => readName(pdf, readDict(pdf, one)?.get('S')));
    expect(kinds).toEqual(['P', 'Link']);
    const elements = added.map((one) => readDict(pdf, one));
    const widgets = ['esign_01', 'esign_01_mark_02', 'esign_02'].map((name) =>
      topFields(pdf).get(name),
    );
    const objects = elements.map((one) => readDict(pdf, readDict(pdf, one?.get('K'))?.get('Obj')));
    expect(objects).toEqual(widgets);
    expect(elements.map((one) => readName(pdf, one?.get('S')))).toEqual(['Form', 'Form', 'Form']);
    const keys = widgets.map((one) => readNumber(pdf, one?.get('StructParent')));
    expect(keys).toEqual([2, 3, 4]);
    expect(readNumber(pdf, tree?.get('ParentTreeNextKey'))).toBe(5);
    const parents = readDict(pdf, tree?.get('ParentTree'));
    const leaves = isDeep ? [...(readArray(pdf, parents?.get('Kids')) ?? [])] : [parents];
    const pairs = leaves.flatMap(
      (leaf) => readArray(pdf, readDict(pdf, leaf)?.get('Nums'))?.toArray() ?? [],
    );
    expect(pairs.filter((_, index) => index % 2 === 0).map((one) => readNumber(pdf, one))).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(pairs.slice(4).filter((one) => one instanceof PdfRef)).toEqual(added);
  },
);

test('widgets say who signs there, on one line', async () => {
  const pdf = await loadPdf(await placed(aPdf()));
  const names = [...topFields(pdf).values()].map((widget) => readText(pdf, widget.get('TU')));
  expect(names).toEqual([
    'Signature of Asha Rao',
    'Signature of Asha Rao, shown again',
    'Signature of Ravi Kumar',
  ]);
  expect(at(pdf, 'StructTreeRoot')).toBeUndefined();
});

test('marks have the appearances of their states, and signatures their own', async () => {
  const pdf = await loadPdf(await signed(aPdf()));
  const shown = [...topFields(pdf).values()].map((widget) => {
    const appearance = readDict(pdf, widget.get('AP'));
    const normal = readDict(pdf, appearance?.get('N'));
    const isStream = normal instanceof PdfStream;
    const state = isStream
      ? normal
      : readDict(pdf, normal?.get(readName(pdf, widget.get('AS')) ?? ''));
    return [appearance?.size, isStream, dataOf(state).includes(' re f')];
  });
  expect(shown).toEqual([
    [1, true, true],
    [1, false, true],
    [1, true, true],
  ]);
});

/** A document whose output intent has a profile with so many components. */
const withIntent = (components: number) =>
  aPdf({
    catalog: '/OutputIntents [<< /S /GTS_PDFA1 /DestOutputProfile 6 0 R >>]',
    more: [streamObject('', `/N ${components}`)],
  });

test.each([
  [1, ['g', 'G']],
  [3, ['rg', 'RG']],
  [4, ['k', 'K']],
])('stamps have colours of the output intent (/N %i)', async (components, operators) => {
  const pdf = await loadPdf(await signed(withIntent(components)));
  const widget = topFields(pdf).get('esign_01');
  const drawn = dataOf(readDict(pdf, readDict(pdf, widget?.get('AP'))?.get('N')));
  const used = new Set([...drawn.matchAll(/\b(g|G|rg|RG|k|K)$/gm)].map(([, one]) => one));
  for (const one of ['g', 'G', 'rg', 'RG', 'k', 'K']) {
    if (!operators.includes(one)) expect(drawn).not.toMatch(new RegExp(`\\d ${one}\\b`));
  }
  for (const one of operators) expect(drawn).toMatch(new RegExp(`\\d ${one}\\b`));
  expect(used.size).toBeGreaterThan(0);
});

test('a stamp for a press keeps its blue', async () => {
  const pdf = await loadPdf(await signed(withIntent(4)));
  const widget = topFields(pdf).get('esign_01');
  const drawn = dataOf(readDict(pdf, readDict(pdf, widget?.get('AP'))?.get('N')));
  const [, inks = ''] = /^([\d. ]+) k 0\.5 0\.5 3 /m.exec(drawn) ?? [];
  const [cyan = 0, magenta = 0, yellow = 1, black = 0] = inks.split(' ').map(Number);
  expect(cyan).toBeGreaterThan(magenta);
  expect([yellow, black > 0.3]).toEqual([0, true]);
  expect(readNumbers(pdf, widget?.get('Rect'))).toHaveLength(4);
});
