import type { PDF } from '@libpdf/core';
import { createHash } from '../../platform/crypto.ts';
import { readCertificate } from '../certificate/read-certificate.ts';
import { nameInWords } from '../cms/certificates.ts';
import { PdfError, problemOf } from '../pdf-errors.ts';
import type { FormField } from '../signing/form-fields.ts';
import { formFields, OURS, SEAL_FIELD } from '../signing/form-fields.ts';
import { analyseChanges } from './changes/analyse.ts';
import { marksIn } from './changes/sections.ts';
import { coversNothing, pagesToCompare, pictureFinding } from './compare-pictures.ts';
import type { FieldCount, Finding, FindingWords } from './findings.ts';
import {
  changeFinding,
  incompleteFinding,
  judgedAt,
  NOT_SEALED,
  NOT_SIGNED,
  nameOf,
  placedFinding,
  signatureFinding,
  timestampFindings,
  unreadableFinding,
} from './findings.ts';
import type { AllJudged } from './judge-all.ts';
import { findLevel, judgeAll } from './judge-all.ts';
import type { JudgingOptions } from './judging-rules.ts';
import type { SignatureVerdict } from './signature-verdict.ts';
import { isUnknownToken, proofEnd } from './signature-verdict.ts';
import type { PdfVerdict } from './verdict.ts';
import { answered, unread } from './verdict.ts';
import { loadSigned } from './xref/chain.ts';

function goodWords(signature: SignatureVerdict, time: string): FindingWords {
  const later = signature.revocation.certificates.find(({ revokedAt }) => revokedAt !== null);
  if (later) {
    const message = `The certificate of ${nameInWords(later.subject)} was revoked at ${later.revokedAt}, after the signature of ${nameOf(signature)}.`;
    return { code: 'REVOKED_LATER', message };
  }
  const message = `No certificate from ${nameOf(signature)} up to the root was revoked at ${time}.`;
  return { code: 'NOT_REVOKED', message };
}

function unknownWords(signature: SignatureVerdict): FindingWords {
  const { certificates } = signature.revocation;
  const open = certificates.find(({ status }) => status !== 'good')?.subject ?? '';
  const message = `The signature of ${nameOf(signature)} depends on the certificate of ${nameInWords(open)}; whether it was revoked is unknown.`;
  return { code: 'UNKNOWN', message };
}

function revocationWords(signature: SignatureVerdict, time: string): FindingWords | undefined {
  switch (signature.revocation.status) {
    case 'good':
      return goodWords(signature, time);
    case 'unknown':
      return unknownWords(signature);
    case 'not_checked': {
      const message = `Revocation of the certificate of ${nameOf(signature)} was not checked.`;
      return { code: 'UNKNOWN', message };
    }
    case 'revoked':
      return undefined;
  }
}

/** Silence must not pass for an answer. Revoked certificates are reported with their signers. */
function revocationFindings(signatures: readonly SignatureVerdict[], at?: Date): Finding[] {
  const valid = signatures.filter((signature) => signature.valid === true);
  const isChecked = valid.some(({ revocation }) => revocation.status !== 'not_checked');
  if (valid.length > 0 && !isChecked) {
    return [{ code: 'UNKNOWN', message: 'Revocation was not checked.' }];
  }
  return valid.flatMap((signature) => {
    const words = revocationWords(signature, judgedAt(signature, at));
    return words ? [{ ...words, revision: signature.revision }] : [];
  });
}

const AGAINST: ReadonlySet<string> = new Set([
  ...['PERMITTED_CHANGE', 'CHANGED', 'INVALID', 'UNSUPPORTED', 'INCOMPLETE', 'EVIDENCE'],
  ...['AUDIT_CHAIN', 'NOT_SIGNED', 'UNREADABLE', 'NO_ROOT', 'UNTRUSTED', 'WRONG_USE', 'CERT_TIME'],
  ...['TIME_ORDER', 'FUTURE', 'REVOKED', 'NO_TIME', 'SEAL_UNKNOWN'],
]);

/** A timestamp's own field waits for nobody; in our signer's field, it is no signature. */
function countFields(pdf: PDF, signatures: readonly SignatureVerdict[]): FieldCount {
  const names = [...formFields(pdf)].map(({ name }) => name);
  const isGroup = (name: string) => names.some((one) => one.startsWith(`${name}.`));
  const isSignature = ({ name, type, dict }: FormField) =>
    type === 'Sig' && dict.has('T') && !isGroup(name);
  const timestamps = signatures.filter(({ kind }) => kind === 'timestamp');
  const own = timestamps.filter(({ field }) => !OURS.test(field)).length;
  const total = [...formFields(pdf)].filter(isSignature).length - own;
  return { signed: signatures.length - timestamps.length, total };
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Hashes of the file up to the end of each revision after an offset, in one pass. */
function hashesSince(file: Buffer, from: number): string[] {
  const hash = createHash('sha256').update(file.subarray(0, from));
  let at = from;
  return marksIn(file, { from, to: file.length }).map(({ end }) => {
    hash.update(file.subarray(at, end));
    at = end;
    return hash.copy().digest('hex');
  });
}

async function changesOf(
  file: Buffer,
  { judged, signatures }: AllJudged,
  { comparePages }: JudgingOptions,
): Promise<Finding[]> {
  const signed = judged.map(({ verdict, end }) => ({ field: verdict.field, end }));
  try {
    const changes = await analyseChanges(file, signed);
    const found = changeFinding(changes, signatures);
    // No drawing for changes already known, nor if nothing was added since the first signature.
    if (found.code !== 'AS_SIGNED' && found.code !== 'EVIDENCE_ADDED') return [found];
    const pages = await pagesToCompare(file, signed);
    if (pages === undefined) return [found];
    const compared = comparePages && ((await comparePages(pages)) ?? null);
    const pictures = pictureFinding(compared);
    if (pictures.code === 'CHANGED') return [pictures];
    const placed = placedFinding(changes, coversNothing(pages, compared));
    if (placed?.code === 'PERMITTED_CHANGE') return [placed, pictures];
    return [found, pictures, ...(placed ? [placed] : [])];
  } catch (error) {
    return [unreadableFinding(problemOf(error))];
  }
}

/** A timestamp of an unsupported kind proves nothing and says nothing against the file. */
const isSound = (signature: SignatureVerdict): boolean =>
  signature.valid ?? isUnknownToken(signature);

/** Without a seal, attachments of the same names may be anything. */
function certificateOf(pdf: PDF, isSealed: boolean) {
  try {
    const certificate = readCertificate(pdf);
    return certificate === undefined ? {} : { certificate };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    if (!isSealed) return {};
    const code = error.code === 'AUDIT_CHAIN' ? ('AUDIT_CHAIN' as const) : ('EVIDENCE' as const);
    const message = `The certificate contradicts itself: ${error.message}.`;
    return { fault: { code, message, ...(error.reason && { reason: error.reason }) } };
  }
}

/** Null if a finding says that the file cannot be judged. */
function intactBy(findings: readonly Finding[]): boolean | null {
  const codes = new Set(findings.map(({ code }) => code));
  const spoils = ['INVALID', 'CHANGED', 'PERMITTED_CHANGE', 'EVIDENCE', 'AUDIT_CHAIN'] as const;
  if (spoils.some((code) => codes.has(code))) return false;
  return codes.has('UNREADABLE') || codes.has('UNSUPPORTED') ? null : true;
}

function problemIn(findings: readonly Finding[], signatures: readonly SignatureVerdict[]) {
  const isTimestamp = ({ revision }: Finding) =>
    signatures.find((one) => one.revision === revision)?.kind === 'timestamp';
  return findings.find(
    (one) => AGAINST.has(one.code) && !(one.code === 'UNTRUSTED' && isTimestamp(one)),
  );
}

async function verifySigned(file: Buffer, options: JudgingOptions): Promise<PdfVerdict> {
  const pdf = await loadSigned(file);
  const all = judgeAll(file, pdf, options);
  const { judged, signatures } = all;
  const signers = signatures.filter(({ kind }) => kind === 'signature');
  if (signers.length === 0) return unread(NOT_SIGNED, file);
  const isSealed = signers.some(({ field }) => field === SEAL_FIELD);
  const { certificate, fault } = certificateOf(pdf, isSealed);
  const isUnsealed = certificate !== undefined && !isSealed;
  const areValid = signatures.every(isSound);
  const fields = countFields(pdf, signatures);
  const complete = fields.signed === fields.total;
  const findings: Finding[] = [
    ...(areValid ? await changesOf(file, all, options) : []),
    ...(fault ? [fault] : []),
    ...signatures.map((signature) => signatureFinding(signature, options.at)),
    ...timestampFindings(signatures),
    ...(isUnsealed ? [NOT_SEALED] : []),
    ...(complete ? [] : [incompleteFinding(fields)]),
    ...revocationFindings(signatures, options.at),
  ];
  const problem = problemIn(findings, signatures);
  const lastEnd = judged.findLast(({ verdict }) => verdict.kind === 'signature')?.end;
  return {
    ...answered({
      intact: intactBy(findings),
      identified: !isUnsealed && signers.every(({ trusted }) => trusted),
      complete,
      bound: null,
    }),
    sha256: sha256Of(file),
    signedSha256: sha256Of(file.subarray(0, lastEnd)),
    laterSha256: hashesSince(file, lastEnd ?? file.length),
    signatures,
    level: await findLevel(file, pdf, { options, all }),
    proofEndsAt: proofEnd(signatures),
    fields,
    findings,
    ...(certificate && { certificate }),
    ...(problem && { problem }),
  };
}

/**
 * Verifies all signatures of a PDF offline, each at its own time, and all changes since the first.
 * Never throws: an unreadable file gets a verdict with a problem. Signatures come from the form's
 * fields, never from a search in the bytes (ISO 32000-2, 12.8).
 */
export async function verifyPdf(bytes: Buffer, options: JudgingOptions): Promise<PdfVerdict> {
  try {
    return await verifySigned(bytes, options);
  } catch (error) {
    return unread(unreadableFinding(problemOf(error)), bytes);
  }
}
