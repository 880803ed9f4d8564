import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadPdf, rewritePdf } from '../pdf-file.ts';
import type { SignatureField } from '../signing/geometry.ts';
import { placeFields } from '../signing/place-fields.ts';

/** A document to prepare for its signers, read from one file and written to another. */
export type PlacementJob = {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly SignatureField[];
};

/** Rewrites a document as a single revision, adds the fields of all signers, and syncs the result to disk. */
export async function placeInFile({ from, to, fields }: PlacementJob): Promise<void> {
  const original = await loadPdf(await readFile(from));
  const prepared = await placeFields(await rewritePdf(original), fields);
  await writeFile(to, prepared, { mode: 0o600, flush: true });
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
