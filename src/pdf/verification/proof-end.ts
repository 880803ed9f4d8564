import type { SignatureVerdict } from './signature-verdict.ts';

/**
 * When a file's proof ends, ISO 8601: later checks find only claims, unless a document timestamp is
 * added before (ETSI EN 319 142-1, 5.4.3). The last trusted document timestamp preserves what is
 * before it. Null if a signer is not trusted now.
 */
export function proofEnd(signatures: readonly SignatureVerdict[]): string | null {
  if (signatures.some(({ kind, trusted }) => kind === 'signature' && !trusted)) return null;
  const last = signatures.findLastIndex(({ kind, trusted }) => kind === 'timestamp' && trusted);
  const ends = signatures.slice(Math.max(last, 0)).flatMap(({ trusted, provenUntil }) => {
    return trusted && provenUntil !== null ? [provenUntil] : [];
  });
  return ends.sort()[0] ?? null;
}
