import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import { fromBER } from 'asn1js';
import { Certificate, TSTInfo } from 'pkijs';
import { fail } from '../errors.ts';
import { digestNamed } from './algorithms.ts';
import { OID, octetsOf, oidOf } from './asn1.ts';
import { checkChain } from './certificates.ts';
import type { ContentDigest, SoundCms } from './check-cms.ts';
import { checkSigner } from './check-cms.ts';
import type { CmsContents } from './read-cms.ts';
import { onlyValue, readCms } from './read-cms.ts';

/** The time that a timestamping authority vouches for. */
type Timestamp = { readonly at: Date; readonly authority: string };

/** The TSTInfo of a token, which must match the signed message digest. */
function infoOf({ content, signerInfo, attributes }: CmsContents): TSTInfo {
  const { eContent, eContentType } = content;
  const info = octetsOf(eContent);
  const digest = octetsOf(onlyValue(attributes, OID.messageDigest));
  const types = [eContentType, oidOf(onlyValue(attributes, OID.contentType))];
  const name = digestNamed(signerInfo.digestAlgorithm.algorithmId);
  if (info === undefined || !name || types.some((type) => type !== OID.tstInfo)) {
    return fail('TIMESTAMP', 'the timestamp token contains no TSTInfo');
  }
  if (digest === undefined || !digest.equals(createHash(name).update(info).digest())) {
    return fail('TIMESTAMP', 'the timestamp token was signed for another TSTInfo');
  }
  return new TSTInfo({ schema: fromBER(new Uint8Array(info)).result });
}

/** A timestamping certificate has that purpose only, in a critical extension (RFC 3161, 2.3). */
function checkPurpose(certificate: X509Certificate): void {
  const { extensions = [] } = Certificate.fromBER(certificate.raw);
  const usage = extensions.find(({ extnID }) => extnID === OID.extendedKeyUsage);
  const purposes: readonly string[] = certificate.keyUsage ?? [];
  if (usage?.critical !== true || purposes.join() !== OID.timeStamping) {
    fail('TIMESTAMP', "the timestamp's certificate is not for timestamping");
  }
}

/** A token whose signature and imprint are right; whether its authority is trusted has not been checked. */
export interface SoundToken {
  readonly at: Date;
  readonly sound: SoundCms;
}

/**
 * Checks a timestamp token over content with these digests (RFC 3161). Throws PdfError TIMESTAMP or CmsError for an invalid
 * token.
 */
export function checkToken(token: CmsContents, digestOf: ContentDigest): SoundToken {
  const { genTime, messageImprint } = infoOf(token);
  const imprint = Buffer.from(messageImprint.hashedMessage.getValue()).toString('hex');
  const name = digestNamed(messageImprint.hashAlgorithm.algorithmId);
  if (!name || imprint !== digestOf(name)) {
    fail('TIMESTAMP', 'the timestamp belongs to other content');
  }
  const sound = checkSigner(token, { needEss: true });
  checkPurpose(sound.signer.certificate);
  return { at: genTime, sound };
}

/**
 * The time in a signature's timestamp token (RFC 3161; PAdES B-T); undefined if it has none. Throws
 * PdfError TIMESTAMP or CmsError for an invalid token.
 */
export function checkTimestamp(
  signature: CmsContents,
  roots: readonly X509Certificate[],
): Timestamp | undefined {
  const attributes = signature.signerInfo.unsignedAttrs?.attributes ?? [];
  if (!attributes.some(({ type }) => type === OID.timeStampToken)) return undefined;
  const value =
    onlyValue(attributes, OID.timeStampToken) ?? fail('TIMESTAMP', 'there are two timestamps');
  const token = readCms(new Uint8Array(value.toBER()));
  const digestOf: ContentDigest = (name) =>
    createHash(name).update(signature.signature).digest('hex');
  const { at, sound } = checkToken(token, digestOf);
  const { certificate, commonName } = sound.signer;
  checkChain(certificate, { roots, intermediates: token.certificates, at });
  return { at, authority: commonName };
}
