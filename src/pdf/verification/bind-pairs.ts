import { bindToCertificate } from './pair.ts';
import type { PdfVerdict } from './verdict.ts';

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
