import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import { fromBER } from 'asn1js';
import { Certificate, TSTInfo } from 'pkijs';
import { fail } from '../errors.ts';
import { OID, octetsOf, oidOf } from './asn1.ts';
import { checkChain } from './certificates.ts';
import { checkSigner } from './check-cms.ts';
import type { CmsContents } from './read-cms.ts';
import { onlyValue, readCms } from './read-cms.ts';

/** The time that a timestamping authority vouches for. */
type Timestamp = { readonly at: Date; readonly authority: string };

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The TSTInfo of a token, which must match the signed message digest. */
function infoOf({ content, signerInfo, attributes }: CmsContents): TSTInfo {
  const { eContent, eContentType } = content;
  const info = octetsOf(eContent);
  const digest = octetsOf(onlyValue(attributes, OID.messageDigest));
  const types = [eContentType, oidOf(onlyValue(attributes, OID.contentType))];
  const isSha256 = signerInfo.digestAlgorithm.algorithmId === OID.sha256;
  if (info === undefined || !isSha256 || types.some((type) => type !== OID.tstInfo)) {
    return fail('TIMESTAMP', 'the timestamp token contains no TSTInfo');
  }
  if (digest === undefined || !digest.equals(sha256(info))) {
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
  const { genTime, messageImprint } = infoOf(token);
  const imprint = Buffer.from(messageImprint.hashedMessage.getValue());
  const isSha256 = messageImprint.hashAlgorithm.algorithmId === OID.sha256;
  if (!isSha256 || !imprint.equals(sha256(signature.signature))) {
    fail('TIMESTAMP', 'the timestamp belongs to another signature');
  }
  const { signer } = checkSigner(token, { needEss: true });
  checkPurpose(signer.certificate);
  checkChain(signer.certificate, { roots, intermediates: token.certificates, at: genTime });
  return { at: genTime, authority: signer.commonName };
}
