import { createHash } from 'node:crypto';
import type { ShownVerdict } from '../../documents/show-verdict.ts';
import { isVerified } from '../../documents/show-verdict.ts';

/** A signed PDF and its certificate. */
export interface Pair {
  readonly signed: Buffer;
  readonly certificate: Buffer;
}

/** Judges the signatures of a PDF, offline. */
export interface Verifier {
  readonly verify: (pdf: Buffer) => Promise<ShownVerdict>;
  /** Whether roots are known, so that signers must lead to one of them. */
  readonly hasRoots: boolean;
}

/** How a pair was judged: `verified`, or not when the certificate is of a kind that vouches for nothing readable. */
export type PairVerdict =
  | { readonly ok: true; readonly isVerified: boolean }
  | { readonly ok: false; readonly problem: string };

const wrong = (problem: string): PairVerdict => ({ ok: false, problem });

/** Checks that both files are as they were signed, and that the certificate is about this document and this PDF. */
export async function checkPair(
  { signed, certificate }: Pair,
  documentId: string,
  { verify, hasRoots }: Verifier,
): Promise<PairVerdict> {
  const ofSigned = await verify(signed);
  if (!isVerified(ofSigned, hasRoots))
    return wrong(`the signed PDF does not verify: ${reasonOf(ofSigned)}`);
  const ofCertificate = await verify(certificate);
  // A service of another make may issue certificates that are not sealed
  if (ofCertificate.signatures.length === 0) return { ok: true, isVerified: false };
  if (!isVerified(ofCertificate, hasRoots))
    return wrong(`the certificate does not verify: ${reasonOf(ofCertificate)}`);
  const about = ofCertificate.certificate;
  if (!about) return { ok: true, isVerified: false };
  if (about.documentId !== documentId) return wrong('the certificate is about another document');
  const sha256 = createHash('sha256').update(signed).digest('hex');
  if (about.finalSha256 !== sha256) return wrong('the certificate is about another signed PDF');
  return { ok: true, isVerified: true };
}

function reasonOf({ problem, signatures }: ShownVerdict): string {
  const untrusted = signatures.find(({ trusted }) => !trusted);
  return problem?.message ?? untrusted?.problem?.message ?? 'its chain ends elsewhere';
}
