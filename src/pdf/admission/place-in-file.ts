import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail } from '../errors.ts';
import { arrangePdf } from '../signing/arrange.ts';
import { isSigned } from '../signing/form-fields.ts';
import type { SignatureField } from '../signing/geometry.ts';
import { placeFields } from '../signing/place-fields.ts';
import type { SignaturePage } from '../signing/signature-page.ts';
import type { ReadingTools } from './admission.ts';
import { checkKept, readIntact } from './earlier.ts';
import { loadUpload } from './load-upload.ts';

/** A document to prepare for its signers, read from one file and written to another. */
export type PlacementJob = {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly SignatureField[];
  /** Appended before the fields are placed. */
  readonly signaturePage?: SignaturePage | undefined;
};

/** Adds the fields to a signed document, whose signatures then cover all but them. */
async function placeBehind(bytes: Buffer, job: PlacementJob): Promise<Buffer> {
  if (job.signaturePage) fail('SIGNED_PAGE', 'a signed document cannot get another page');
  const placed = await placeFields(bytes, job.fields);
  await checkKept(placed, await readIntact(bytes));
  return placed;
}

/**
 * Arranges a document, adds the fields of all signers, and syncs the result to disk. A signed document is kept as it is, and only
 * gets the fields. Throws PdfError, also SIGNED_LOCKED and SIGNED_PAGE.
 */
export async function placeInFile(job: PlacementJob, tools: ReadingTools): Promise<void> {
  const { from, to, fields, signaturePage } = job;
  const bytes = await readFile(from);
  const { pdf } = await loadUpload(bytes, tools.repair);
  const prepared = isSigned(pdf)
    ? await placeBehind(bytes, job)
    : await placeFields(
        (await arrangePdf(pdf, { fonts: tools.fonts, signaturePage })).bytes,
        fields,
      );
  await writeFile(to, prepared, { mode: 0o600, flush: true });
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
