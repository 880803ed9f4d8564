import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Fonts } from '../fonts/fonts.ts';
import { arrangePdf } from '../signing/arrange.ts';
import type { SignatureField } from '../signing/geometry.ts';
import { placeFields } from '../signing/place-fields.ts';
import type { SignaturePage } from '../signing/signature-page.ts';
import { loadUpload } from './load-upload.ts';

/** A document to prepare for its signers, read from one file and written to another. */
export type PlacementJob = {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly SignatureField[];
  /** Appended before the fields are placed. */
  readonly signaturePage?: SignaturePage | undefined;
};

/**
 * Arranges a document, adds the fields of all signers, and syncs the result to disk.
 */
export async function placeInFile(job: PlacementJob, fonts: () => Promise<Fonts>): Promise<void> {
  const { from, to, fields, signaturePage } = job;
  const { pdf } = await loadUpload(await readFile(from));
  const arranged = await arrangePdf(pdf, { fonts, signaturePage });
  const prepared = await placeFields(arranged.bytes, fields);
  await writeFile(to, prepared, { mode: 0o600, flush: true });
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
