import type { PDF } from '@libpdf/core';
import type { Fonts } from '../fonts/fonts.ts';
import { rewritePdf } from '../pdf-file.ts';
import type { FlatField } from './flatten-form.ts';
import { flattenForm } from './flatten-form.ts';
import type { SignaturePage } from './signature-page.ts';
import { appendSignaturePage } from './signature-page.ts';

interface FieldArrangement {
  readonly fonts: () => Promise<Fonts>;
  readonly signaturePage?: SignaturePage | undefined;
}

interface Arranged {
  readonly bytes: Buffer;
  readonly fields: readonly FlatField[];
}

/** Returns a single revision. Throws PdfError FORM_VALUE, or Error if a part cannot be read. */
export async function arrangePdf(
  pdf: PDF,
  { fonts, signaturePage }: FieldArrangement,
): Promise<Arranged> {
  const fields = await flattenForm(pdf, fonts);
  if (signaturePage) appendSignaturePage(pdf, signaturePage);
  return { bytes: await rewritePdf(pdf), fields };
}
