import type { KeyObject } from 'node:crypto';
import { constants, verify } from 'node:crypto';
import { RSASSAPSSParams } from 'pkijs';
import { OID } from './asn1.ts';
import type { CmsContents } from './read-cms.ts';

/** The digests that are accepted, as node:crypto names them; SHA-1 is not (RFC 8933 names no weaker ones). */
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

/** The digest with this object identifier; undefined for one that is not accepted. */
export function digestNamed(oid: string): DigestName | undefined {
  return DIGESTS[oid];
}

/** The digest of RSASSA-PSS parameters; undefined if another one masks (RFC 4055, 3.1). */
function pssDigest(parameters: unknown): DigestName | undefined {
  const { hashAlgorithm, maskGenAlgorithm } = new RSASSAPSSParams({ schema: parameters });
  const masks = maskGenAlgorithm.algorithmParams?.valueBlock?.value?.[0]?.valueBlock?.toString();
  return masks === hashAlgorithm.algorithmId ? digestNamed(hashAlgorithm.algorithmId) : undefined;
}

/** The digest of a PKCS #1 signature; `rsaEncryption` leaves it to the digest of the content. */
function rsaDigest({ signerInfo }: CmsContents): DigestName | undefined {
  const { algorithmId } = signerInfo.signatureAlgorithm;
  if (algorithmId !== OID.rsa) return RSA[algorithmId];
  return digestNamed(signerInfo.digestAlgorithm.algorithmId);
}

/** The parameters of RSASSA-PSS; undefined if the algorithm is another, or its digest is not accepted. */
function pss({ signerInfo }: CmsContents, key: KeyObject) {
  const { algorithmId, algorithmParams } = signerInfo.signatureAlgorithm;
  const digest = algorithmId === OID.rsaPss ? pssDigest(algorithmParams) : undefined;
  const saltLength = constants.RSA_PSS_SALTLEN_AUTO;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return digest && { digest, key: { key, padding, saltLength } };
}

/** Checks the value of a CMS's signature by the algorithm that it names, which must suit the key. */
function isVerified(contents: CmsContents, key: KeyObject): boolean {
  const { signerInfo, signedBytes, signature } = contents;
  const { algorithmId } = signerInfo.signatureAlgorithm;
  const byPss = pss(contents, key);
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss': {
      if (byPss) return verify(byPss.digest, signedBytes, byPss.key, signature);
      const digest = rsaDigest(contents);
      return digest !== undefined && verify(digest, signedBytes, key, signature);
    }
    case 'ec': {
      const digest = ECDSA[algorithmId];
      return digest !== undefined && verify(digest, signedBytes, key, signature);
    }
    case 'ed25519':
      return algorithmId === OID.ed25519 && verify(null, signedBytes, key, signature);
    default:
      return false;
  }
}

/** Whether a key made the signature of a CMS: RSA (PKCS #1 or PSS), ECDSA or Ed25519, with SHA-256, 384 or 512. */
export function isSignedBy(contents: CmsContents, key: KeyObject): boolean {
  try {
    return isVerified(contents, key);
  } catch {
    return false;
  }
}
