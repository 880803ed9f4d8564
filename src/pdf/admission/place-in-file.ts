import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadPdf, rewritePdf } from '../pdf-file.ts';
import type { SignatureField } from '../signing/geometry.ts';
import { placeFields } from '../signing/place-fields.ts';
import type { SignaturePage } from '../signing/signature-page.ts';
import { appendSignaturePage } from '../signing/signature-page.ts';

/** A document to prepare for its signers, read from one file and written to another. */
export type PlacementJob = {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly SignatureField[];
  /** Appended before the fields are placed. */
  readonly signaturePage?: SignaturePage | undefined;
};

/**
 * Rewrites a document as a single revision, with its signature page if it gets one, adds the fields of all signers, and
 * syncs the result to disk.
 */
export async function placeInFile(job: PlacementJob): Promise<void> {
  const { from, to, fields, signaturePage } = job;
  const original = await loadPdf(await readFile(from));
  if (signaturePage) appendSignaturePage(original, signaturePage);
  const prepared = await placeFields(await rewritePdf(original), fields);
  await writeFile(to, prepared, { mode: 0o600, flush: true });
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
