import type { PDF } from '@libpdf/core';
import type { CertificateSummary } from '../certificate/read-certificate.ts';
import { readCertificate } from '../certificate/read-certificate.ts';
import type { Problem } from '../errors.ts';
import { fail, problemOf } from '../errors.ts';
import { loadPdf } from '../pdf-file.ts';
import { SEAL_FIELD } from '../signing/form-fields.ts';
import { checkRevision } from './check-revision.ts';
import type { Judged, SignatureVerdict, VerifyOptions } from './judge-signature.ts';
import { judgeSignature } from './judge-signature.ts';
import { signedFields } from './signed-field.ts';

/** The verdict on a file. */
export interface PdfVerdict {
  readonly signatures: readonly SignatureVerdict[];
  /** Signed, every signature valid, the last over the whole file, and no other changes where analysed. */
  readonly intact: boolean;
  /** Whether the changes between signatures were analysed: only in documents of this service. */
  readonly changesAnalysed: boolean;
  /** The contents of a completion certificate; undefined for any other PDF. */
  readonly certificate?: CertificateSummary;
  /** The first problem found. */
  readonly problem?: Problem;
}

const OURS = /^esign_(\d\d|seal)$/;
const EOF_MARK = '%%EOF';

/** The start of the first signature's revision: the end of the file before it. */
function firstRevisionStart(file: Buffer, [first]: readonly Judged[]): number {
  return file.lastIndexOf(EOF_MARK, first?.from) + EOF_MARK.length;
}

async function checkRevisions(file: Buffer, judged: readonly Judged[]): Promise<void> {
  let from = firstRevisionStart(file, judged);
  let before = await loadPdf(file.subarray(0, from));
  for (const [index, { verdict, from: contentsAt, end: to }] of judged.entries()) {
    if (contentsAt < from) fail('BYTE_RANGE', 'a signature is not in the revision that it ends');
    const after = await loadPdf(file.subarray(0, to));
    checkRevision(file, { from, to, before, after, field: verdict.field, isFirst: index === 0 });
    [from, before] = [to, after];
  }
}

/** The problem of the file as a whole; the signatures are in the order of their revisions. */
async function wholeProblem(file: Buffer, judged: readonly Judged[]): Promise<Problem | null> {
  for (const { verdict } of judged) if (!verdict.valid) return verdict.problem;
  if (judged.at(-1)?.end !== file.length) {
    return { code: 'NOT_WHOLE_FILE', message: 'something was added after the last signature' };
  }
  if (!hasOurs(judged)) return null;
  try {
    await checkRevisions(file, judged);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** If one field is ours, all must be: every field is placed before the first signature. */
function hasOurs(judged: readonly Judged[]): boolean {
  return judged.some(({ verdict }) => OURS.test(verdict.field));
}

function certificateOf(pdf: PDF): Pick<PdfVerdict, 'certificate' | 'problem'> {
  try {
    const certificate = readCertificate(pdf);
    return certificate === undefined ? {} : { certificate };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

async function verifySigned(file: Buffer, options: VerifyOptions): Promise<PdfVerdict> {
  const pdf = await loadPdf(file);
  const signed = signedFields(pdf);
  if (signed.length === 0) fail('NOT_SIGNED', 'the file is not signed');
  const judged = signed
    .map((item) => judgeSignature(file, item, options))
    .sort((a, b) => a.end - b.end);
  const signatures = judged.map(({ verdict, end }, index) => ({
    ...verdict,
    coversWholeFile: end === file.length,
    revision: index + 1,
  }));
  const isSealed = signed.some(({ field }) => field === SEAL_FIELD);
  const certificate = isSealed ? certificateOf(pdf) : {};
  const problem = await wholeProblem(file, judged);
  const found = { ...certificate, ...(problem && { problem }) };
  const intact = found.problem === undefined;
  return { signatures, intact, changesAnalysed: hasOurs(judged), ...found };
}

/**
 * Verifies all signatures of a PDF offline, each at its own time. Never throws: a file that cannot be
 * read gets a verdict with a problem. The signatures come from the form's fields, never from a search in
 * the bytes (ISO 32000-2, 12.8).
 */
export async function verifyPdf(bytes: Buffer, options: VerifyOptions): Promise<PdfVerdict> {
  try {
    return await verifySigned(bytes, options);
  } catch (error) {
    return { signatures: [], intact: false, changesAnalysed: false, problem: problemOf(error) };
  }
}
