import { ed25519 } from '@noble/curves/ed25519.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { createHash } from './hash.ts';
import type { PublicKey } from './public-key.ts';
import { isPkcs1, isPss } from './rsa.ts';

const CURVES = { prime256v1: p256, secp384r1: p384, secp521r1: p521 };

/** The part of Node's `constants` that the verifier uses. */
export const constants = { RSA_PKCS1_PSS_PADDING: 6, RSA_PSS_SALTLEN_AUTO: -2 } as const;

interface PaddedKey {
  readonly key: PublicKey;
  readonly padding: number;
}

interface Signed {
  readonly digest: string;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

function verifyRsa({ key, padding }: Partial<PaddedKey>, signed: Signed): boolean {
  if (!key?.rsa || key.isRestricted) return false;
  const made = { ...signed, key: key.rsa };
  if (padding === constants.RSA_PKCS1_PSS_PADDING) return isPss(made);
  return key.asymmetricKeyType === 'rsa' && isPkcs1(made);
}

function verifyEc(key: PublicKey, { digest, message, signature }: Signed): boolean {
  const { namedCurve } = key.asymmetricKeyDetails;
  if (namedCurve === undefined || !Object.hasOwn(CURVES, namedCurve)) return false;
  const curve = CURVES[namedCurve as keyof typeof CURVES];
  const hash = new Uint8Array(createHash(digest).update(message).digest());
  const options = { prehash: false, lowS: false, format: 'der' } as const;
  return curve.verify(new Uint8Array(signature), hash, new Uint8Array(key.point), options);
}

/**
 * Stands in for `verify` of node:crypto: RSA (PKCS #1, PSS), ECDSA over the NIST curves, Ed25519.
 * Throws Error for a malformed key or signature, as Node does in some cases; callers take it as
 * false.
 */
export function verify(
  digest: string | null,
  ...[message, given, signature]: readonly [Uint8Array, PublicKey | PaddedKey, Uint8Array]
): boolean {
  const isPadded = 'padding' in given;
  const key = isPadded ? given.key : given;
  if (key.asymmetricKeyType === 'ed25519') {
    const [made, signed] = [new Uint8Array(signature), new Uint8Array(message)];
    return ed25519.verify(made, signed, new Uint8Array(key.point), { zip215: false });
  }
  if (digest === null) return false;
  const signed = { digest, message, signature };
  if (key.asymmetricKeyType === 'ec') return verifyEc(key, signed);
  return verifyRsa(isPadded ? given : { key }, signed);
}
