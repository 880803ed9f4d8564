import { elementIn, elementsOf, itemsOf, oidIn, TAG } from '../../trust/der.ts';
import type { RsaKey } from './rsa.ts';
import { numberIn } from './rsa.ts';

/** The part of Node's `KeyObject` that the verifier uses, and the key's own numbers. */
export interface PublicKey {
  readonly asymmetricKeyType: 'rsa' | 'rsa-pss' | 'ec' | 'ed25519' | undefined;
  readonly asymmetricKeyDetails: { readonly modulusLength?: number; readonly namedCurve?: string };
  /** An RSA key; undefined for others. */
  readonly rsa?: RsaKey;
  /** An RSASSA-PSS key with parameters, which OpenSSL refuses while it detects the salt's length. */
  readonly isRestricted: boolean;
  /** The point of an elliptic curve key, as encoded. */
  readonly point: Uint8Array;
  /** SubjectPublicKeyInfo (RFC 5280, 4.1.2.7). */
  export(): Buffer;
}

const TYPES: Readonly<Record<string, PublicKey['asymmetricKeyType']>> = {
  '1.2.840.113549.1.1.1': 'rsa',
  '1.2.840.113549.1.1.10': 'rsa-pss',
  '1.2.840.10045.2.1': 'ec',
  '1.3.101.112': 'ed25519',
};

const CURVES: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.7': 'prime256v1',
  '1.3.132.0.34': 'secp384r1',
  '1.3.132.0.35': 'secp521r1',
};

const OBJECT_IDENTIFIER = 0x06;

function rsaIn(bits: Uint8Array): RsaKey {
  const [modulus, exponent] = itemsOf(elementIn(bits, TAG.sequence));
  if (modulus?.tag !== TAG.integer || exponent?.tag !== TAG.integer) throw new Error('no RSA key');
  return { modulus: numberIn(modulus.content), exponent: numberIn(exponent.content) };
}

/** Throws Error if it is malformed. `spki` is a SubjectPublicKeyInfo, DER. */
export function readPublicKey(spki: Buffer): PublicKey {
  const [algorithm, bits] = itemsOf(elementIn(spki, TAG.sequence));
  if (bits?.tag !== TAG.bits || bits.content[0] !== 0) throw new Error('a key is malformed');
  const point = bits.content.subarray(1);
  const [id, parameters] = algorithm ? [...elementsOf(algorithm.content)] : [];
  const asymmetricKeyType = TYPES[oidIn(id)];
  const common = { asymmetricKeyType, isRestricted: false, point, export: () => spki };
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') {
    const rsa = rsaIn(point);
    const isRestricted = asymmetricKeyType === 'rsa-pss' && parameters !== undefined;
    const modulusLength = rsa.modulus.toString(2).length;
    return { ...common, rsa, isRestricted, asymmetricKeyDetails: { modulusLength } };
  }
  const isNamed = asymmetricKeyType === 'ec' && parameters?.tag === OBJECT_IDENTIFIER;
  const namedCurve = isNamed ? CURVES[oidIn(parameters)] : undefined;
  return { ...common, asymmetricKeyDetails: namedCurve === undefined ? {} : { namedCurve } };
}
