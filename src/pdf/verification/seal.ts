import type { SealPin } from '../cms/seal-pin.ts';
import type { IdentityCode, SignatureVerdict } from './signature-verdict.ts';

/** Judgements against a seal that no known key outweighs. */
const STANDING: readonly (IdentityCode | null)[] = ['REVOKED', 'TIME_ORDER'];

const UNKNOWN = {
  code: 'SEAL_UNKNOWN',
  message: 'the certificate is not sealed with a key known to be the service’s',
};

/**
 * Judges a valid seal by its key alone: anybody with a certificate under a trusted root could make another. The time is the
 * proven one, else the one that the seal claims.
 */
export function judgeSeal(seal: SignatureVerdict, pins: readonly SealPin[]): SignatureVerdict {
  if (!seal.valid || STANDING.includes(seal.identity)) return seal;
  const at = Date.parse(seal.timestampedAt ?? seal.claimedAt ?? '');
  const isPinned = pins.some(
    ({ keySha256, notBefore, notAfter }) =>
      keySha256 === seal.signer?.keySha256 &&
      at >= Date.parse(notBefore) &&
      at <= Date.parse(notAfter),
  );
  const { problem: _, ...rest } = { ...seal, root: null };
  return isPinned
    ? { ...rest, trusted: true, identity: 'SEALED' }
    : { ...rest, trusted: false, identity: 'SEAL_UNKNOWN', problem: UNKNOWN };
}
