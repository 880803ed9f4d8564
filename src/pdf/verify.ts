import { PDF } from '@libpdf/core';
import { checkRevision } from './check-revision.ts';
import type { Judged, SignatureVerdict, VerifyOptions } from './judge-signature.ts';
import { judgeSignature } from './judge-signature.ts';
import type { Problem } from './problem.ts';
import { CheckFailed, problemOf } from './problem.ts';
import type { CertificateSummary } from './read-certificate.ts';
import { readCertificate } from './read-certificate.ts';
import type { SignedField } from './signed-field.ts';
import { signedFields } from './signed-field.ts';

/** The judgement of a file. */
export interface PdfVerdict {
  readonly signatures: readonly SignatureVerdict[];
  /** Signed, every signature valid, the last over the whole file, and nothing but signing in between. */
  readonly intact: boolean;
  /** Whether the changes between signatures could be analysed: only where the fields are ours. */
  readonly changesAnalysed: boolean;
  /** What a completion certificate vouches for; undefined for any other PDF. */
  readonly certificate?: CertificateSummary;
  /** The first thing that is wrong. */
  readonly problem?: Problem;
}

const OURS = /^esign_(\d\d|seal)$/;
const EOF_MARK = '%%EOF';

/** Where the revision of the first signature begins: behind the end of the file before it. */
function firstRevisionStart(file: Buffer, signed: SignedField): number {
  const holeAt = signed.byteRange[1] ?? 0;
  return file.lastIndexOf(EOF_MARK, holeAt) + EOF_MARK.length;
}

async function checkRevisions(file: Buffer, start: number, ends: readonly number[]): Promise<void> {
  let from = start;
  let before = await PDF.load(file.subarray(0, from), { lenient: false });
  for (const [index, to] of ends.entries()) {
    if (to <= from) throw new CheckFailed('BYTE_RANGE', 'two signatures cover the same revision');
    const after = await PDF.load(file.subarray(0, to), { lenient: false });
    checkRevision(file, { from, to, before, after, isFirst: index === 0 });
    [from, before] = [to, after];
  }
}

/** What is wrong with the file as a whole; the signatures are in the order of their revisions. */
async function wholeProblem(
  file: Buffer,
  signed: readonly SignedField[],
  judged: readonly Judged[],
): Promise<Problem | null> {
  const invalid = judged.find(({ verdict }) => !verdict.valid);
  if (invalid) return invalid.verdict.problem ?? null;
  if (judged.at(-1)?.end !== file.length) {
    return { code: 'NOT_WHOLE_FILE', message: 'something was added after the last signature' };
  }
  const first = signed.find(({ field }) => field === judged[0]?.verdict.field);
  if (first === undefined || !signed.every(({ field }) => OURS.test(field))) return null;
  try {
    const ends = judged.map(({ end }) => end);
    await checkRevisions(file, firstRevisionStart(file, first), ends);
    return null;
  } catch (error) {
    return problemOf(error);
  }
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
  if (signed.length === 0) throw new CheckFailed('NOT_SIGNED', 'the file carries no signature');
  const judged = signed
    .map((item) => judgeSignature(file, item, options))
    .sort((a, b) => a.end - b.end);
  const signatures = judged.map(({ verdict, end }, index) => ({
    ...verdict,
    coversWholeFile: end === file.length,
    revision: index + 1,
  }));
  const changesAnalysed = signed.every(({ field }) => OURS.test(field));
  const { certificate, broken } = certificateOf(pdf);
  const problem = (await wholeProblem(file, signed, judged)) ?? broken ?? null;
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
