import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail } from '../pdf-errors.ts';
import { isSigned } from '../signing/form-fields.ts';
import type { SignatureField } from '../signing/geometry.ts';
import { placeFields } from '../signing/place-fields.ts';
import type { SignaturePage } from '../signing/signature-page.ts';
import type { ReadingTools } from './admission.ts';
import { checkKept, readIntact } from './earlier.ts';
import { arrangePdf, loadUpload } from './load-upload.ts';

export type PlacementJob = {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly SignatureField[];
  /** Appended before the fields are placed. */
  readonly signaturePage?: SignaturePage | undefined;
};

/** The signatures then cover everything but the new fields. */
async function placeBehind(bytes: Buffer, job: PlacementJob): Promise<Buffer> {
  if (job.signaturePage) fail('SIGNED_PAGE', 'a signed document cannot get another page');
  const placed = await placeFields(bytes, job.fields);
  await checkKept(placed, await readIntact(bytes));
  return placed;
}

/** Writes `to`, synced. Throws PdfError, including SIGNED_LOCKED and SIGNED_PAGE. */
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
