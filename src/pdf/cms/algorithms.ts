import type { AlgorithmIdentifier } from 'pkijs';
import { RSASSAPSSParams } from 'pkijs';
import type { KeyObject } from '../../platform/crypto.ts';
import { constants, verify } from '../../platform/crypto.ts';
import { OID } from './asn1.ts';
import type { CmsContents } from './read-cms.ts';

/** Accepted digests, as node:crypto names them. SHA-1 is not (RFC 8933 names no weaker ones). */
export type DigestName = 'sha256' | 'sha384' | 'sha512';

const DIGESTS: Readonly<Record<string, DigestName>> = {
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
};

const RSA: Readonly<Record<string, DigestName>> = {
  [OID.sha256WithRsa]: 'sha256',
  [OID.sha384WithRsa]: 'sha384',
  [OID.sha512WithRsa]: 'sha512',
};

const ECDSA: Readonly<Record<string, DigestName>> = {
  [OID.ecdsaWithSha256]: 'sha256',
  [OID.ecdsaWithSha384]: 'sha384',
  [OID.ecdsaWithSha512]: 'sha512',
};

export function digestNamed(oid: string): DigestName | undefined {
  return DIGESTS[oid];
}

/** The digest of RSASSA-PSS parameters; undefined if the mask uses another one (RFC 4055, 3.1). */
function pssDigest(parameters: unknown): DigestName | undefined {
  const { hashAlgorithm, maskGenAlgorithm } = new RSASSAPSSParams({ schema: parameters });
  const masks = maskGenAlgorithm.algorithmParams?.valueBlock?.value?.[0]?.valueBlock?.toString();
  return masks === hashAlgorithm.algorithmId ? digestNamed(hashAlgorithm.algorithmId) : undefined;
}

export interface MadeSignature {
  readonly algorithm: AlgorithmIdentifier;
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
  /** The digest of the CMS, for `rsaEncryption`. */
  readonly digest?: DigestName | undefined;
}

/** The digest of a PKCS #1 signature. `rsaEncryption` names none and uses the content's. */
function rsaDigest({ algorithm, digest }: MadeSignature): DigestName | undefined {
  return algorithm.algorithmId === OID.rsa ? digest : RSA[algorithm.algorithmId];
}

function pss({ algorithm }: MadeSignature, key: KeyObject) {
  const { algorithmId, algorithmParams } = algorithm;
  const digest = algorithmId === OID.rsaPss ? pssDigest(algorithmParams) : undefined;
  const saltLength = constants.RSA_PSS_SALTLEN_AUTO;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return digest && { digest, key: { key, padding, saltLength } };
}

/** Whether an algorithm and its digest are accepted. Does not check a signature. */
export function isAccepted({ algorithmId, algorithmParams }: AlgorithmIdentifier): boolean {
  if (algorithmId === OID.rsaPss) return pssDigest(algorithmParams) !== undefined;
  return algorithmId === OID.ed25519 || algorithmId in RSA || algorithmId in ECDSA;
}

/** Verifies a signature with the algorithm it names, which must suit the key. */
function isVerified(made: MadeSignature, key: KeyObject): boolean {
  const { algorithm, bytes, signature } = made;
  const byPss = pss(made, key);
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss': {
      if (byPss) return verify(byPss.digest, bytes, byPss.key, signature);
      const digest = rsaDigest(made);
      return digest !== undefined && verify(digest, bytes, key, signature);
    }
    case 'ec': {
      const digest = ECDSA[algorithm.algorithmId];
      return digest !== undefined && verify(digest, bytes, key, signature);
    }
    case 'ed25519':
      return algorithm.algorithmId === OID.ed25519 && verify(null, bytes, key, signature);
    default:
      return false;
  }
}

/** Whether a key made a signature: RSA (PKCS #1, PSS), ECDSA or Ed25519, SHA-256, 384 or 512. */
export function isMadeBy(made: MadeSignature, key: KeyObject): boolean {
  try {
    return isVerified(made, key);
  } catch {
    return false;
  }
}

export function isSignedBy(contents: CmsContents, key: KeyObject): boolean {
  const { signerInfo, signedBytes, signature } = contents;
  const digest = digestNamed(signerInfo.digestAlgorithm.algorithmId);
  const algorithm = signerInfo.signatureAlgorithm;
  return isMadeBy({ algorithm, bytes: signedBytes, signature, digest }, key);
}

const MIN_RSA_BITS = 2048;
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];

/** Whether a key is strong enough: RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519. */
export function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  switch (asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
    case 'ec':
      return CURVES.includes(asymmetricKeyDetails?.namedCurve);
    default:
      return asymmetricKeyType === 'ed25519';
  }
}
