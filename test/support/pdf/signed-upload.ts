import { readFileSync } from 'node:fs';
import { PdfArray, PdfDict } from '@libpdf/core';
import { aPdf } from './a-pdf.ts';
import { addField, signedElsewhere } from './altered-pdfs.ts';

interface Wishes {
  /** Further fields of the form, as PDF syntax. */
  readonly fields?: string;
  /** What the signature says about later changes. */
  readonly reference?: PdfDict;
  readonly catalog?: string;
  /** Entries of the field that is signed, as PDF syntax. */
  readonly entries?: string;
  /** Further objects, from 7. */
  readonly more?: readonly string[];
}

/** A contract with a field for a signature of other software, at the foot of the page. */
export function aContract({
  fields = '',
  catalog = '',
  entries = '',
  more = [],
}: Wishes = {}): Buffer {
  const field =
    '<< /FT /Sig /T (Lessor) /Type /Annot /Subtype /Widget /F 132 /P 4 0 R /Rect [72 40 232 120]';
  return aPdf({
    catalog: `/AcroForm << /Fields [6 0 R ${fields}] /SigFlags 3 >> ${catalog}`,
    pages: [{ entries: '/Annots [6 0 R]' }],
    more: [`${field} ${entries} >>`, ...more],
  });
}

/** The same, signed by Meera Iyer. */
export async function aSignedUpload(wishes: Wishes = {}): Promise<Buffer> {
  const { reference } = wishes;
  return await signedElsewhere(aContract(wishes), 'Lessor', reference ? { reference } : {});
}

/** The same, signed once more in a new field: elsewhere on the page, or over its words. */
export async function signedTwice(rect: readonly number[]): Promise<Buffer> {
  const change = (pdf: Parameters<typeof addField>[0]) => void addField(pdf, 'Witness', rect);
  return await signedElsewhere(await aSignedUpload(), 'Witness', { change });
}

/** Where nothing is on the page, and where its words are. */
export const [ON_BLANK, ON_WORDS] = [
  [300, 40, 460, 120],
  [72, 690, 232, 720],
] as const;

/** Any PDF, signed by Meera Iyer in a new field at the corner of page 1. */
export async function signedDrawing(bytes: Buffer): Promise<Buffer> {
  return await signedElsewhere(bytes, 'Lessor', {
    change: (pdf) => {
      const [catalog, page] = [pdf.getCatalog(), pdf.getPages()[0]?.dict];
      if (!catalog.has('AcroForm')) {
        catalog.set('AcroForm', PdfDict.of({ Fields: new PdfArray([]) }));
      }
      if (!page?.has('Annots')) page?.set('Annots', new PdfArray([]));
      addField(pdf, 'Lessor', [10, 10, 60, 60]);
    },
  });
}

/** A fixture, signed like that. */
export const signedFixture = (name: string): Promise<Buffer> =>
  signedDrawing(readFileSync(new URL(`../../fixtures/${name}.pdf`, import.meta.url)));
