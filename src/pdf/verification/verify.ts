import type { PDF } from '@libpdf/core';
import type { CertificateSummary } from '../certificate/read-certificate.ts';
import { readCertificate } from '../certificate/read-certificate.ts';
import type { Problem } from '../errors.ts';
import { PdfError, problemOf } from '../errors.ts';
import { loadPdf } from '../pdf-file.ts';
import { formFields, SEAL_FIELD } from '../signing/form-fields.ts';
import { TIMESTAMP } from './byte-range.ts';
import { analyseChanges } from './changes/analyse.ts';
import type { FieldCount, Finding } from './findings.ts';
import {
  changeFinding,
  incompleteFinding,
  NOT_SIGNED,
  revocationFindings,
  signatureFinding,
  unreadableFinding,
} from './findings.ts';
import type { Judged, SignatureVerdict } from './judge-signature.ts';
import { judgeSignature } from './judge-signature.ts';
import type { VerifyOptions } from './judging-rules.ts';
import { judgingRules } from './judging-rules.ts';
import { signedFields } from './signed-field.ts';

/** The verdict on a file: four answers, each by itself, and the findings that they come from. */
export interface PdfVerdict {
  /**
   * Every signature fits the bytes that it covers, and since the first one nothing changed but what the rules permit
   * without a remark. Null if this cannot be judged.
   */
  readonly intact: boolean | null;
  /** Every signer's certificate leads to a trusted root, is for signing documents, and was valid then. */
  readonly identified: boolean;
  /** Every signature field is signed. Null if this cannot be judged. */
  readonly complete: boolean | null;
  /** The document fits its completion certificate. Null: not compared. */
  readonly bound: boolean | null;
  /** All four answers stand; `bound` only if it was asked for. */
  readonly verified: boolean;
  /** The file is intact and complete, whoever signed it. */
  readonly integrityVerified: boolean;
  readonly signatures: readonly SignatureVerdict[];
  readonly fields: FieldCount;
  /** What was found, in the order of its weight for a reader. */
  readonly findings: readonly Finding[];
  /** The contents of a completion certificate; undefined for any other PDF. */
  readonly certificate?: CertificateSummary;
  /** The first finding that stands against the file. */
  readonly problem?: Problem;
}

type Answers = Pick<PdfVerdict, 'intact' | 'identified' | 'complete' | 'bound'>;

const AGAINST: ReadonlySet<string> = new Set([
  ...['PERMITTED_CHANGE', 'CHANGED', 'INVALID', 'NO_ROOT', 'UNTRUSTED', 'WRONG_USE', 'CERT_TIME'],
  'REVOKED',
  ...['NO_TIME', 'INCOMPLETE', 'EVIDENCE', 'AUDIT_CHAIN', 'NOT_SIGNED', 'UNREADABLE'],
]);

/** The answers, and what they come to. */
function answered(answers: Answers) {
  const { intact, identified, complete, bound } = answers;
  const integrityVerified = intact === true && complete === true && bound !== false;
  return { ...answers, verified: integrityVerified && identified, integrityVerified };
}

const UNSIGNED = {
  ...answered({ intact: null, identified: false, complete: null, bound: null }),
  signatures: [],
  fields: { signed: 0, total: 0 },
};

/** How many fields wait for a signature, and how many have one; timestamps wait for nobody. */
function countFields(pdf: PDF, signatures: readonly SignatureVerdict[]): FieldCount {
  const fields = [...formFields(pdf)].filter(({ type, dict }) => type === 'Sig' && dict.has('T'));
  const timestamps = signatures.filter(({ kind }) => kind === 'timestamp').length;
  const signed = signatures.length - timestamps;
  return { signed, total: fields.length - timestamps };
}

/** The changes since the first signature, if all signatures are valid; null if they cannot be read. */
async function changesOf(
  file: Buffer,
  judged: readonly Judged[],
  all: readonly SignatureVerdict[],
) {
  const signed = judged.map(({ verdict, end }) => ({ field: verdict.field, end }));
  try {
    return changeFinding(await analyseChanges(file, signed), all);
  } catch (error) {
    return unreadableFinding(problemOf(error));
  }
}

function certificateOf(pdf: PDF, signatures: readonly SignatureVerdict[]) {
  if (!signatures.some(({ field }) => field === SEAL_FIELD)) return {};
  try {
    const certificate = readCertificate(pdf);
    return certificate === undefined ? {} : { certificate };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const code = error.code === 'AUDIT_CHAIN' ? ('AUDIT_CHAIN' as const) : ('EVIDENCE' as const);
    return { fault: { code, message: `The certificate contradicts itself: ${error.message}.` } };
  }
}

/** Whether findings leave a file intact; null if one says that it cannot be judged. */
function intactBy(findings: readonly Finding[]): boolean | null {
  const codes = new Set(findings.map(({ code }) => code));
  const spoils = ['INVALID', 'CHANGED', 'PERMITTED_CHANGE', 'EVIDENCE', 'AUDIT_CHAIN'] as const;
  if (spoils.some((code) => codes.has(code))) return false;
  return codes.has('UNREADABLE') ? null : true;
}

function problemIn(findings: readonly Finding[], signatures: readonly SignatureVerdict[]) {
  const isTimestamp = ({ revision }: Finding) =>
    signatures.find((one) => one.revision === revision)?.kind === 'timestamp';
  return findings.find(
    (one) => AGAINST.has(one.code) && !(one.code === 'UNTRUSTED' && isTimestamp(one)),
  );
}

async function verifySigned(file: Buffer, options: VerifyOptions): Promise<PdfVerdict> {
  const pdf = await loadPdf(file);
  const signed = signedFields(pdf);
  if (signed.every(({ subFilter }) => subFilter === TIMESTAMP)) {
    const problem = NOT_SIGNED;
    return { ...UNSIGNED, findings: [NOT_SIGNED], problem };
  }
  const rules = judgingRules(pdf, options);
  const judged = signed
    .map((item) => judgeSignature(file, item, rules))
    .sort((a, b) => a.end - b.end);
  const signatures = judged.map(({ verdict, end }, index) => ({
    ...verdict,
    coversWholeFile: end === file.length,
    revision: index + 1,
  }));
  const areValid = signatures.every(({ valid }) => valid);
  const { certificate, fault } = certificateOf(pdf, signatures);
  const fields = countFields(pdf, signatures);
  const complete = fields.signed === fields.total;
  const findings: Finding[] = [
    ...(areValid ? [await changesOf(file, judged, signatures)] : []),
    ...(fault ? [fault] : []),
    ...signatures.map((signature) => signatureFinding(signature, options.at)),
    ...(complete ? [] : [incompleteFinding(fields)]),
    ...revocationFindings(signatures, options.at),
  ];
  const signers = signatures.filter(({ kind }) => kind === 'signature');
  const problem = problemIn(findings, signatures);
  return {
    ...answered({
      intact: intactBy(findings),
      identified: signers.every(({ trusted }) => trusted),
      complete,
      bound: null,
    }),
    signatures,
    fields,
    findings,
    ...(certificate && { certificate }),
    ...(problem && { problem }),
  };
}

/** The verdict on a file that cannot be read. */
export function unreadable(problem: Problem): PdfVerdict {
  const finding = unreadableFinding(problem);
  return { ...UNSIGNED, findings: [finding], problem: finding };
}

/**
 * Verifies all signatures of a PDF offline, each at its own time, and all changes since the first. Never throws: a file
 * that cannot be read gets a verdict with a problem. The signatures come from the form's fields, never from a search in
 * the bytes (ISO 32000-2, 12.8).
 */
export async function verifyPdf(bytes: Buffer, options: VerifyOptions): Promise<PdfVerdict> {
  try {
    return await verifySigned(bytes, options);
  } catch (error) {
    return unreadable(problemOf(error));
  }
}
