import { PDF } from '@libpdf/core';
import type { CertificateSummary } from '../certificate/read-certificate.ts';
import { readCertificate } from '../certificate/read-certificate.ts';
import type { Problem } from '../errors.ts';
import { fail, problemOf } from '../errors.ts';
import { SEAL_FIELD } from '../signing/signature-form.ts';
import { checkRevision } from './check-revision.ts';
import type { Judged, SignatureVerdict, VerifyOptions } from './judge-signature.ts';
import { judgeSignature } from './judge-signature.ts';
import { signedFields } from './signed-field.ts';

/** The judgement of a file. */
export interface PdfVerdict {
  readonly signatures: readonly SignatureVerdict[];
  /** Signed, every signature valid, the last over the whole file, and nothing but signing in between. */
  readonly intact: boolean;
  /** Whether the changes between signatures were analysed: only where we placed the fields. */
  readonly changesAnalysed: boolean;
  /** What a completion certificate vouches for; undefined for any other PDF. */
  readonly certificate?: CertificateSummary;
  /** The first thing that is wrong. */
  readonly problem?: Problem;
}

const OURS = /^esign_(\d\d|seal)$/;
const EOF_MARK = '%%EOF';

/** Where the revision of the first signature begins: behind the end of the file before it. */
function firstRevisionStart(file: Buffer, [first]: readonly Judged[]): number {
  return file.lastIndexOf(EOF_MARK, first?.from) + EOF_MARK.length;
}

async function checkRevisions(file: Buffer, judged: readonly Judged[]): Promise<void> {
  let from = firstRevisionStart(file, judged);
  let before = await PDF.load(file.subarray(0, from), { lenient: false });
  for (const [index, { verdict, from: holeAt, end: to }] of judged.entries()) {
    if (holeAt < from) {
      fail('BYTE_RANGE', 'a signature does not stand in the revision that it ends');
    }
    const after = await PDF.load(file.subarray(0, to), { lenient: false });
    checkRevision(file, { from, to, before, after, field: verdict.field, isFirst: index === 0 });
    [from, before] = [to, after];
  }
}

/** What is wrong with the file as a whole; the signatures are in the order of their revisions. */
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

/** Whether some field is ours: then all must be, since every field is placed before the first signature. */
function hasOurs(judged: readonly Judged[]): boolean {
  return judged.some(({ verdict }) => OURS.test(verdict.field));
}

function certificateOf(pdf: PDF): { certificate?: CertificateSummary; broken?: Problem } {
  try {
    const certificate = readCertificate(pdf);
    return certificate === undefined ? {} : { certificate };
  } catch (error) {
    return { broken: problemOf(error) };
  }
}

async function verifySigned(file: Buffer, options: VerifyOptions): Promise<PdfVerdict> {
  const pdf = await PDF.load(file, { lenient: false });
  const signed = signedFields(pdf);
  if (signed.length === 0) fail('NOT_SIGNED', 'the file carries no signature');
  const judged = signed
    .map((item) => judgeSignature(file, item, options))
    .sort((a, b) => a.end - b.end);
  const signatures = judged.map(({ verdict, end }, index) => ({
    ...verdict,
    coversWholeFile: end === file.length,
    revision: index + 1,
  }));
  const changesAnalysed = hasOurs(judged);
  const isSealed = signed.some(({ field }) => field === SEAL_FIELD);
  const { certificate, broken } = isSealed ? certificateOf(pdf) : {};
  const problem = (await wholeProblem(file, judged)) ?? broken ?? null;
  const rest = { ...(certificate && { certificate }), ...(problem && { problem }) };
  return { signatures, intact: problem === null, changesAnalysed, ...rest };
}

/**
 * Verifies all signatures of a PDF, offline, at the time when each was made. Never throws: a file that
 * cannot be read is a verdict with a problem. Signatures come from the form's fields, never from a
 * search in the bytes (ISO 32000-2, 12.8).
 */
export async function verifyPdf(bytes: Buffer, options: VerifyOptions): Promise<PdfVerdict> {
  try {
    return await verifySigned(bytes, options);
  } catch (error) {
    return { signatures: [], intact: false, changesAnalysed: false, problem: problemOf(error) };
  }
}
