import type { PDF } from '@libpdf/core';
import type { Fonts } from '../fonts/fonts.ts';
import { rewritePdf } from '../pdf-file.ts';
import type { FlatField } from './flatten-form.ts';
import { flattenForm } from './flatten-form.ts';
import type { SignaturePage } from './signature-page.ts';
import { appendSignaturePage } from './signature-page.ts';

/** Changes to a document before its fields are placed. */
interface Arrangement {
  /** Loads the fonts, for values of a form that have to be drawn. */
  readonly fonts: () => Promise<Fonts>;
  /** Appended if given. */
  readonly signaturePage?: SignaturePage | undefined;
}

/** A document that fields can be placed on, and the fields of its form that became a part of it. */
interface Arranged {
  readonly bytes: Buffer;
  readonly fields: readonly FlatField[];
}

/**
 * Makes the form of a document part of its pages, appends a signature page, and rewrites all as a single revision. Throws
 * PdfError FORM_VALUE, or Error if a part cannot be read.
 */
export async function arrangePdf(
  pdf: PDF,
  { fonts, signaturePage }: Arrangement,
): Promise<Arranged> {
  const fields = await flattenForm(pdf, fonts);
  if (signaturePage) appendSignaturePage(pdf, signaturePage);
  return { bytes: await rewritePdf(pdf), fields };
}
