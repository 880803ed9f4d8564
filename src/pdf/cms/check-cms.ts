import { Sequence } from 'asn1js';
import type { X509Certificate } from '../../platform/crypto.ts';
import { createHash } from '../../platform/crypto.ts';
import { CmsError } from '../pdf-errors.ts';
import type { RevocationStatus } from '../trust/revocation/revocation.ts';
import { pathStatus, readSources } from '../trust/revocation/revocation.ts';
import { validatePath } from '../trust/validate-path.ts';
import type { DigestName } from './algorithms.ts';
import { digestNamed, isSignedBy } from './algorithms.ts';
import { derOf, OID, octetsOf, oidOf } from './asn1.ts';
import { hasMoreElements } from './ber.ts';
import { certificateNames, commonNameIn } from './certificates.ts';
import type { CmsContents } from './read-cms.ts';
import { onlyValue, readCms, revocationAttribute } from './read-cms.ts';

export interface CmsRules {
  /** Of the signed content, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly roots: readonly X509Certificate[];
  /** When the certificates had to be valid. */
  readonly at: Date;
  /** Further certificates, of the signer or its chain. */
  readonly given?: readonly X509Certificate[];
  /** DER, in addition to those in the CMS. */
  readonly crls?: readonly Uint8Array[];
  /** Requires signingCertificateV2 (CAdES). If present, it is checked in any case. */
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

export interface CheckedCms extends SoundCms {
  /** From the signer's certificate to the root. */
  readonly path: readonly X509Certificate[];
  readonly revocation: RevocationStatus;
}

/** 64 to 128 hexadecimal digits; undefined if that digest is not known. */
export type ContentDigest = (name: DigestName) => string | undefined;

function checkContent(
  { content, signerInfo, attributes }: CmsContents,
  digestOf: ContentDigest,
): void {
  const { eContent, eContentType } = content;
  if (eContent !== undefined || eContentType !== OID.data) {
    throw new CmsError('CMS_NOT_DETACHED', 'the signature is not detached');
  }
  const name = digestNamed(signerInfo.digestAlgorithm.algorithmId);
  const expected = name && digestOf(name);
  if (expected === undefined) {
    throw new CmsError('CMS_DIGEST_ALG', 'the signature uses a digest that is not accepted');
  }
  const digest = octetsOf(onlyValue(attributes, OID.messageDigest))?.toString('hex');
  if (digest !== expected.toLowerCase()) {
    throw new CmsError('CMS_DIGEST', 'the signature was made for other content');
  }
  if (oidOf(onlyValue(attributes, OID.contentType)) !== OID.data) {
    throw new CmsError('CMS_DIGEST', 'the signature does not state that it is for a document');
  }
}

/**
 * The certificates that the CMS names: several if a serial number was issued twice. Throws CmsError
 * CMS_NO_SIGNER_CERT.
 */
export function findSigners(
  { signerId, certificates }: CmsContents,
  given: readonly X509Certificate[],
): readonly [CmsSigner, ...CmsSigner[]] {
  const issuer = derOf(signerId.issuer.toSchema());
  const serialNumber = derOf(signerId.serialNumber);
  const [first, ...others] = [...certificates, ...given].flatMap((certificate) => {
    const names = certificateNames(certificate.raw);
    const isNamed = names.issuer.equals(issuer) && names.serialNumber.equals(serialNumber);
    return isNamed ? [{ commonName: commonNameIn(names.subject), certificate }] : [];
  });
  if (first) return [first, ...others];
  throw new CmsError('CMS_NO_SIGNER_CERT', "the signer's certificate is not in the signature");
}

function descend(value: unknown, depth: number): unknown {
  let current = value;
  for (let level = 0; level < depth; level++) {
    if (!(current instanceof Sequence)) return undefined;
    current = current.valueBlock.value[0];
  }
  return current;
}

/** Compares with ESSCertIDv2, whose default digest is SHA-256 (RFC 5035, section 4). */
function isCertificateId(id: unknown, leaf: X509Certificate): boolean {
  const items = id instanceof Sequence ? id.valueBlock.value : [];
  const named = items[0] instanceof Sequence ? oidOf(items[0].valueBlock.value[0]) : OID.sha256;
  const hash = octetsOf(items[0] instanceof Sequence ? items[1] : items[0]);
  const name = digestNamed(named ?? '');
  if (hash === undefined || name === undefined) return false;
  return hash.equals(createHash(name).update(leaf.raw).digest());
}

/** Compares with ESSCertID, which always uses SHA-1 (RFC 2634, 5.4.1). */
function isFirstCertificateId(id: unknown, leaf: X509Certificate): boolean {
  const [item] = id instanceof Sequence ? id.valueBlock.value : [];
  return octetsOf(item)?.equals(createHash('sha1').update(leaf.raw).digest()) ?? false;
}

/** signingCertificateV2 decides if present. Timestamps may have version 1 (RFC 3161, 2.4.1). */
function isBound(
  { attributes }: CmsContents,
  leaf: X509Certificate,
  { needEss = false, isToken = false }: SignerRules,
): boolean {
  const has = (oid: string) => attributes.some(({ type }) => type === oid);
  const idOf = (oid: string) => descend(onlyValue(attributes, oid), 2);
  if (has(OID.signingCertificateV2)) return isCertificateId(idOf(OID.signingCertificateV2), leaf);
  if (isToken) return isFirstCertificateId(idOf(OID.signingCertificate), leaf);
  return !needEss;
}

function checkEss(contents: CmsContents, leaf: X509Certificate, rules: SignerRules): void {
  if (isBound(contents, leaf, rules)) return;
  if (isBound(contents, leaf, { ...rules, isToken: true })) {
    throw new CmsError(
      'CMS_DIGEST_ALG',
      'the signature is bound to its certificate by SHA-1 alone',
    );
  }
  throw new CmsError('CMS_ESS', 'the signature is not bound to its certificate');
}

type SignerRules = Pick<CmsRules, 'given' | 'needEss'> & {
  readonly isToken?: boolean;
};

/**
 * Checks that the signer's key signed the signed attributes, but not the message digest. Throws
 * CmsError CMS_NO_SIGNER_CERT, CMS_ESS, CMS_DIGEST_ALG or CMS_SIGNATURE.
 */
export function checkSigner(contents: CmsContents, rules: SignerRules): SoundCms {
  const [first, ...others] = findSigners(contents, rules.given ?? []);
  const isSigner = ({ certificate }: CmsSigner) =>
    isBound(contents, certificate, rules) && isSignedBy(contents, certificate.publicKey);
  const signer = others.find(isSigner) ?? first;
  checkEss(contents, signer.certificate, rules);
  if (!isSignedBy(contents, signer.certificate.publicKey)) {
    throw new CmsError('CMS_SIGNATURE', "the signature was not made with the certificate's key");
  }
  return { signer, signingTime: contents.signingTime, contents };
}

/** Does not check the chain. Throws CmsError, in code order CMS_NOT_DETACHED to CMS_SIGNATURE. */
export function checkSoundness(
  contents: CmsContents,
  rules: SignerRules & { readonly digestOf: ContentDigest },
): SoundCms {
  checkContent(contents, rules.digestOf);
  return checkSigner(contents, rules);
}

/** Most elements of a new CMS, some 20 times those of one with a chain: each takes time to read. */
export const MOST_ELEMENTS = 5000;

/**
 * Checks a CMS over a SHA-256, the only digest we ask for (RFC 5652, 5035), its path to a root and
 * the revocation data that it contains (RFC 5280). Throws CmsError.
 */
export function checkCms(bytes: Uint8Array, rules: CmsRules): CheckedCms {
  const digestOf = (name: DigestName) => (name === 'sha256' ? rules.sha256 : undefined);
  if (hasMoreElements(Buffer.from(bytes), MOST_ELEMENTS)) {
    throw new CmsError('CMS_PARSE', 'the signature has too many elements');
  }
  const sound = checkSoundness(readCms(bytes), { ...rules, digestOf });
  const { contents, signer } = sound;
  const { roots, at, given = [], crls = [] } = rules;
  const intermediates = [...contents.certificates, ...given];
  const included = revocationAttribute(contents);
  const sources = readSources({ ...included, crls: [...included.crls, ...crls] });
  const judged = validatePath(signer.certificate, { roots, intermediates, at, sources });
  if (judged.code !== 'TRUSTED') throw new CmsError(judged.code, judged.message);
  return { ...sound, path: judged.path, revocation: pathStatus(judged.revocation) };
}
