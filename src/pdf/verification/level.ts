import type { SignatureVerdict } from './signature-verdict.ts';

type Rung = 'B' | 'T' | 'LT' | 'LTA';
const RUNGS: readonly Rung[] = ['B', 'T', 'LT', 'LTA'];

/**
 * How long proof lasts: baseline signatures (ETSI EN 319 142-1, 6), or the same proof for PKCS #7
 * signatures, which do not bind their certificates and are no baseline signatures.
 */
export type Level = `PAdES B-${Rung}` | `PKCS7-${Rung}`;

/** Ignores document timestamps. Undefined if the signature is not valid. */
function rungOf(signature: SignatureVerdict): Rung | undefined {
  const { valid, timestampedAt, trusted, revocation, timestampRevocation } = signature;
  if (!valid) return undefined;
  if (timestampedAt === null) return 'B';
  const isProven = trusted && revocation.status === 'good' && timestampRevocation === 'good';
  return isProven ? 'LT' : 'T';
}

/** Whether a signature's proof was there already when the last document timestamp was made. */
function isCovered({ field, cmsSha256 }: SignatureVerdict, covered: readonly SignatureVerdict[]) {
  const then = covered.find((one) => one.field === field && one.cmsSha256 === cmsSha256);
  return then !== undefined && rungOf(then) === 'LT';
}

/**
 * The lowest level of all signatures: B-B, a signature; B-T, with a trusted timestamp of its own;
 * B-LT, with certificates and revocation for both in the file; B-LTA, all this under a document
 * timestamp. `covered` are the verdicts on the file as the last trusted document timestamp covers
 * it. Null if a signature is not valid, or there is none.
 */
export function levelOf(
  signatures: readonly SignatureVerdict[],
  covered: readonly SignatureVerdict[],
): Level | null {
  const signers = signatures.filter(({ kind }) => kind === 'signature');
  let lowest: number = RUNGS.length;
  for (const signature of signers) {
    const rung = rungOf(signature);
    if (rung === undefined) return null;
    const isLasting = rung === 'LT' && isCovered(signature, covered);
    lowest = Math.min(lowest, RUNGS.indexOf(isLasting ? 'LTA' : rung));
  }
  const rung = RUNGS[lowest];
  if (rung === undefined) return null;
  return signers.every(({ format }) => format === 'PAdES') ? `PAdES B-${rung}` : `PKCS7-${rung}`;
}
