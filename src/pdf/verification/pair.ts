import type { CertificateSummary, CertifiedSigner } from '../certificate/read-certificate.ts';
import type { Finding } from './findings.ts';
import type { SignatureVerdict } from './signature-verdict.ts';
import type { PdfVerdict } from './verdict.ts';
import { answered } from './verdict.ts';

const bad = (difference: string): Finding => ({
  code: 'PAIR_BAD',
  message: `Document and certificate do not belong together: ${difference}.`,
});

function signerDifference(
  signatures: readonly SignatureVerdict[],
  { earlier = [], signers }: Pick<CertificateSummary, 'earlier' | 'signers'>,
): string | undefined {
  const all: (Partial<CertifiedSigner> & (typeof earlier)[number])[] = [...earlier, ...signers];
  if (signatures.length !== all.length) {
    return `the document has ${signatures.length} signatures, the certificate names ${all.length}`;
  }
  const differs = all.findIndex(({ field, cmsSha256, fingerprint }, index) => {
    const found = signatures[index];
    return (
      // Other software names the fields of earlier signatures, which are not recorded.
      (field !== undefined && found?.field !== field) ||
      found?.cmsSha256 !== cmsSha256 ||
      found.signer?.fingerprint !== fingerprint
    );
  });
  return differs < 0 ? undefined : `signature ${differs + 1} is another one`;
}

/** Only proof for later checks may have been added since, in one revision or several. */
function isSameFile(signed: PdfVerdict, expected: string): boolean {
  const { sha256, signedSha256, laterSha256, findings } = signed;
  if (sha256 === expected) return true;
  const isProofAdded = findings.some(({ code }) => code === 'EVIDENCE_ADDED');
  return isProofAdded && [signedSha256, ...laterSha256].includes(expected);
}

function difference(signed: PdfVerdict, certificate: PdfVerdict): string | undefined {
  const about = certificate.certificate;
  if (!about) return 'the second file is not a completion certificate';
  const isKnown = certificate.verified;
  if (!isKnown) return `the certificate is not verified (${certificate.problem?.code})`;
  const signers = signed.signatures.filter(({ kind }) => kind === 'signature');
  return (
    signerDifference(signers, about) ??
    (isSameFile(signed, about.finalSha256)
      ? undefined
      : 'the certificate is about a file with another SHA-256')
  );
}

const FITS = new Map([
  ['match', 'same'],
  ['partial', 'similar'],
  ['mismatch', 'different names'],
  ['not_comparable', 'not comparable'],
]);

/** `reason` says how the names compare; absent if the certificate does not say. */
function nameFinding({ invitedName, certifiedName, nameFit }: CertifiedSigner): Finding {
  const reason = nameFit ?? '';
  const fit = FITS.get(reason);
  const names =
    reason === 'mismatch'
      ? `Signed by ${certifiedName}, invited as ${invitedName}`
      : `Invited as ${invitedName}, certified as ${certifiedName}`;
  const message = `${names}: ${fit ?? 'not compared'}.`;
  return { code: 'NAME', message, ...(fit && { reason }) };
}

/** Answers `bound`: a verified certificate of the same signatures, in order, and the same file. */
export function bindToCertificate(signed: PdfVerdict, certificate: PdfVerdict): PdfVerdict {
  const differs = difference(signed, certificate);
  const bound = differs === undefined;
  const finding: Finding = bound
    ? { code: 'PAIR_OK', message: 'Document and certificate belong together.' }
    : bad(differs);
  const names = bound ? (certificate.certificate?.signers ?? []).map(nameFinding) : [];
  const problem = signed.problem ?? (bound ? undefined : finding);
  return {
    ...signed,
    ...answered({ ...signed, bound }),
    findings: [...signed.findings, ...names, finding],
    ...(problem && { problem }),
  };
}

export interface JudgedFile {
  readonly file: string;
  readonly verdict: PdfVerdict;
  /** The completion certificate that it was compared with, if any. */
  readonly certificateFile?: string;
}

/** The certificate about a signed PDF. A single pair is matched even if it does not fit. */
function certificateOf(
  { verdict }: JudgedFile,
  certificates: readonly JudgedFile[],
  isOnlyPair: boolean,
): JudgedFile | undefined {
  const hashes = [verdict.sha256, verdict.signedSha256, ...verdict.laterSha256];
  const own = certificates.find((one) =>
    hashes.includes(one.verdict.certificate?.finalSha256 ?? ''),
  );
  return own ?? (isOnlyPair ? certificates[0] : undefined);
}

/** Compares each signed PDF with its completion certificate among the other files. */
export function bindPairs<Unjudged extends object>(
  results: readonly (JudgedFile | Unjudged)[],
  bind: (signed: PdfVerdict, certificate: PdfVerdict) => PdfVerdict = bindToCertificate,
): (JudgedFile | Unjudged)[] {
  const judged = results.filter((one): one is JudgedFile => 'verdict' in one);
  const certificates = judged.filter(({ verdict }) => verdict.certificate);
  const isOnlyPair = results.length === 2 && certificates.length === 1;
  return results.map((result) => {
    if (!('verdict' in result) || result.verdict.certificate) return result;
    const certificate = certificateOf(result, certificates, isOnlyPair);
    if (!certificate) return result;
    const verdict = bind(result.verdict, certificate.verdict);
    return { ...result, verdict, certificateFile: certificate.file };
  });
}
