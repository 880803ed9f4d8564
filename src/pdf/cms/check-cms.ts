import type { X509Certificate } from 'node:crypto';
import { createHash, verify } from 'node:crypto';
import { Sequence } from 'asn1js';
import { CmsError } from '../errors.ts';
import { derOf, OID, octetsOf, oidOf } from './asn1.ts';
import { certificateNames, checkChain, checkValidity } from './certificates.ts';
import type { CmsContents } from './read-cms.ts';
import { onlyValue, readCms } from './read-cms.ts';

/** The rules of a check. */
export interface CmsRules {
  /** SHA-256 of the signed content, 64 hexadecimal digits. */
  readonly sha256: string;
  /** The trusted roots. */
  readonly roots: readonly X509Certificate[];
  /** When the certificates had to be valid. */
  readonly at: Date;
  /** Further certificates: the signer's or its chain's. */
  readonly given?: readonly X509Certificate[];
  /** Requires signingCertificateV2 (CAdES), which is checked in any case if present. */
  readonly needEss?: boolean;
}

interface CmsSigner {
  readonly commonName: string;
  readonly certificate: X509Certificate;
}

/** A CMS that passed every check except those of its chain. */
export interface SoundCms {
  readonly signer: CmsSigner;
  readonly signingTime: Date | null;
  readonly contents: CmsContents;
}

/** A CMS that passed every check. */
export interface CheckedCms extends SoundCms {
  /** From the signer's certificate to the root. */
  readonly path: readonly X509Certificate[];
}

function checkContent({ content, signerInfo, attributes }: CmsContents, sha256: string): void {
  const { eContent, eContentType } = content;
  if (eContent !== undefined || eContentType !== OID.data) {
    throw new CmsError('CMS_NOT_DETACHED', 'the signature is not detached');
  }
  if (signerInfo.digestAlgorithm.algorithmId !== OID.sha256) {
    throw new CmsError('CMS_DIGEST_ALG', 'the signature does not use SHA-256');
  }
  const digest = octetsOf(onlyValue(attributes, OID.messageDigest))?.toString('hex');
  const type = oidOf(onlyValue(attributes, OID.contentType));
  if (digest !== sha256.toLowerCase() || type !== OID.data) {
    throw new CmsError('CMS_DIGEST', 'the signature was made for other content');
  }
}

/** The certificate with the issuer and serial number that the CMS names. */
function findSigner(
  { signerId, certificates }: CmsContents,
  given: readonly X509Certificate[],
): CmsSigner {
  const issuer = derOf(signerId.issuer.toSchema());
  const serialNumber = derOf(signerId.serialNumber);
  for (const certificate of [...certificates, ...given]) {
    const names = certificateNames(certificate.raw);
    if (derOf(names.issuer).equals(issuer) && derOf(names.serialNumber).equals(serialNumber)) {
      return { commonName: names.commonName, certificate };
    }
  }
  throw new CmsError('CMS_NO_SIGNER_CERT', "the signer's certificate is not in the signature");
}

/** The first item at a depth of nested sequences. */
function descend(value: unknown, depth: number): unknown {
  let current = value;
  for (let level = 0; level < depth; level++) {
    if (!(current instanceof Sequence)) return undefined;
    current = current.valueBlock.value[0];
  }
  return current;
}

/** ESSCertIDv2 begins with the hash if it uses SHA-256, the default (RFC 5035, section 4). */
function checkEss({ attributes }: CmsContents, leaf: X509Certificate, needed: boolean): void {
  const isPresent = attributes.some(({ type }) => type === OID.signingCertificateV2);
  if (!isPresent && !needed) return;
  const certHash = octetsOf(descend(onlyValue(attributes, OID.signingCertificateV2), 3));
  const expected = createHash('sha256').update(leaf.raw).digest();
  if (certHash === undefined || !certHash.equals(expected)) {
    throw new CmsError('CMS_ESS', 'the signature is not bound to its certificate');
  }
}

function isSignedBy({ signedBytes, signature }: CmsContents, leaf: X509Certificate): boolean {
  try {
    return verify('sha256', signedBytes, leaf.publicKey, signature);
  } catch {
    return false;
  }
}

type SignerRules = Pick<CmsRules, 'given' | 'needEss'>;

/**
 * Finds the signer's certificate and checks that its key made the signature over the signed attributes;
 * the caller checks the message digest. Throws CmsError CMS_NO_SIGNER_CERT, CMS_ESS or CMS_SIGNATURE.
 */
export function checkSigner(contents: CmsContents, rules: SignerRules): SoundCms {
  const signer = findSigner(contents, rules.given ?? []);
  checkEss(contents, signer.certificate, rules.needEss ?? false);
  if (!isSignedBy(contents, signer.certificate)) {
    throw new CmsError('CMS_SIGNATURE', "the signature was not made with the certificate's key");
  }
  return { signer, signingTime: contents.signingTime, contents };
}

/**
 * Checks that a CMS is a detached signature over a hash, but not the signer's chain. Throws CmsError, in
 * the order of its codes from CMS_NOT_DETACHED to CMS_SIGNATURE.
 */
export function checkSoundness(
  contents: CmsContents,
  rules: SignerRules & Pick<CmsRules, 'sha256'>,
): SoundCms {
  checkContent(contents, rules.sha256);
  return checkSigner(contents, rules);
}

/** Checks a CMS over a hash and the signer's chain (RFC 5652, 5035). Throws CmsError. */
export function checkCms(bytes: Uint8Array, rules: CmsRules): CheckedCms {
  const sound = checkSoundness(readCms(bytes), rules);
  const { certificate } = sound.signer;
  checkValidity(certificate, rules.at);
  const intermediates = [...sound.contents.certificates, ...(rules.given ?? [])];
  const { roots, at } = rules;
  return { ...sound, path: checkChain(certificate, { roots, intermediates, at }) };
}
