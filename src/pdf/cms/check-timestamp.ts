import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import { fromBER } from 'asn1js';
import { Certificate, TSTInfo } from 'pkijs';
import { fail } from '../errors.ts';
import { checkChain } from './check-chain.ts';
import { checkSigner } from './check-cms.ts';
import { OID } from './oids.ts';
import type { CmsContents } from './read-cms.ts';
import { octetsOf, oidOf, onlyValue, readCms } from './read-cms.ts';

/** When an authority saw a signature, and which one. */
export type Timestamp = { readonly at: Date; readonly authority: string };

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The token's statement, once its digest is the one that was signed. */
function statementOf({ content, signerInfo, attributes }: CmsContents): TSTInfo {
  const { eContent, eContentType } = content;
  const statement = octetsOf(eContent);
  const digest = octetsOf(onlyValue(attributes, OID.messageDigest));
  const types = [eContentType, oidOf(onlyValue(attributes, OID.contentType))];
  const isSha256 = signerInfo.digestAlgorithm.algorithmId === OID.sha256;
  if (statement === undefined || !isSha256 || types.some((type) => type !== OID.tstInfo)) {
    return fail('TIMESTAMP', 'the timestamp holds no statement');
  }
  if (digest === undefined || !digest.equals(sha256(statement))) {
    return fail('TIMESTAMP', 'the timestamp was signed for another statement');
  }
  return new TSTInfo({ schema: fromBER(new Uint8Array(statement)).result });
}

/** A timestamping certificate is for nothing else, and says so critically (RFC 3161, 2.3). */
function checkPurpose(certificate: X509Certificate): void {
  const { extensions = [] } = Certificate.fromBER(certificate.raw);
  const usage = extensions.find(({ extnID }) => extnID === OID.extendedKeyUsage);
  const purposes: readonly string[] = certificate.keyUsage ?? [];
  if (usage?.critical !== true || purposes.join() !== OID.timeStamping) {
    fail('TIMESTAMP', "the timestamp's certificate is not one for timestamps");
  }
}

/**
 * The time that a trusted authority set under a signature (RFC 3161; PAdES B-T); undefined where there
 * is no token. Throws PdfError TIMESTAMP or CmsError for one that does not hold.
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
  const { genTime, messageImprint } = statementOf(token);
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
