import { fail, PdfError, problemOf } from '../pdf-errors.ts';
import { loadPdf } from '../pdf-file.ts';
import { formFields, RESERVED } from '../signing/form-fields.ts';
import { findActiveContent } from './active-content.ts';
import type { EarlierSignature } from './earlier.ts';
import { checkKept, readIntact } from './earlier.ts';
import { signOnTrial } from './trial.ts';

interface SignedUpload {
  readonly active?: string | undefined;
  readonly signatures: readonly EarlierSignature[];
}

/** A signed file is never rewritten, so all its pages must be found in the file as it is. */
async function checkPages(bytes: Buffer, pages: number): Promise<void> {
  if ((await loadPdf(bytes)).getPageCount() === pages) return;
  fail('SIGNED_UNREADABLE', 'its pages are not listed as they should be');
}

async function tryOut(bytes: Buffer, pages: number): Promise<SignedUpload> {
  const intact = await readIntact(bytes);
  const { pdf, signatures } = intact;
  const own = [...formFields(pdf)].find(({ name }) => name.startsWith(RESERVED));
  if (own) fail('SIGNED_LOCKED', `it has the field ${own.name}, so it was signed here before`);
  const active = findActiveContent(pdf);
  if (active !== undefined) return { active, signatures };
  await checkPages(bytes, pages);
  const { file, field } = await signOnTrial(bytes);
  await checkKept(file, intact, field);
  return { signatures };
}

/** Judges an upload and signs it on trial by appending. Throws PdfError with a `SignedFault`. */
export async function inspectSigned(bytes: Buffer, pages: number): Promise<SignedUpload> {
  try {
    return await tryOut(bytes, pages);
  } catch (error) {
    if (error instanceof PdfError && error.code.startsWith('SIGNED_')) throw error;
    return fail('SIGNED_UNREADABLE', problemOf(error).message);
  }
}
