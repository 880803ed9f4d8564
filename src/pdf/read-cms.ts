import { X509Certificate } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import { fromBER, ObjectIdentifier, OctetString, UTCTime } from 'asn1js';
import type { Attribute, SignerInfo } from 'pkijs';
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData } from 'pkijs';
import { CmsError } from './cms-error.ts';
import { OID } from './oids.ts';

/** A parsed detached CMS with one signer; nothing in it is proved yet. */
export interface CmsContents {
  readonly signedData: SignedData;
  readonly signerInfo: SignerInfo;
  readonly attributes: readonly Attribute[];
  /** The attributes' bytes as they were signed. */
  readonly signedBytes: Buffer;
  readonly signature: Buffer;
  readonly certificates: readonly X509Certificate[];
  /** What the signer says; null where the CMS does not tell. */
  readonly signingTime: Date | null;
}

function parse(bytes: Uint8Array): SignedData {
  try {
    const { offset, result } = fromBER(new Uint8Array(bytes));
    if (offset !== bytes.length) throw new Error('bytes are left over');
    const info = new ContentInfo({ schema: result });
    if (info.contentType !== OID.signedData) throw new Error('it is no SignedData');
    return new SignedData({ schema: info.content });
  } catch (error) {
    throw new CmsError('CMS_PARSE', `the signature cannot be read: ${String(error)}`);
  }
}

function certificatesOf({ certificates = [] }: SignedData): X509Certificate[] {
  try {
    return certificates
      .filter((item) => item instanceof Certificate)
      .map((item) => new X509Certificate(Buffer.from(item.toSchema(false).toBER())));
  } catch (error) {
    throw new CmsError('CMS_PARSE', `a certificate in the signature is broken: ${String(error)}`);
  }
}

/** The single value of an attribute that stands there once; undefined otherwise. */
export function onlyValue(attributes: readonly Attribute[], type: string): BaseBlock | undefined {
  const [attribute, ...more] = attributes.filter((item) => item.type === type);
  return more.length === 0 && attribute?.values.length === 1 ? attribute.values[0] : undefined;
}

function timeOf(attributes: readonly Attribute[]): Date | null {
  const value = onlyValue(attributes, OID.signingTime);
  return value instanceof UTCTime ? value.toDate() : null;
}

/**
 * Reads a CMS in BER or DER: SignedData that uses up all bytes, one signer named by issuer and serial
 * number, signed attributes. Throws CmsError CMS_PARSE or CMS_SIGNERS.
 */
export function readCms(bytes: Uint8Array): CmsContents {
  const signedData = parse(bytes);
  const [signerInfo, ...more] = signedData.signerInfos;
  if (signerInfo === undefined || more.length > 0) {
    throw new CmsError('CMS_SIGNERS', 'a signature has exactly one signer');
  }
  const signedAttrs = signerInfo.signedAttrs;
  if (signedAttrs === undefined || !(signerInfo.sid instanceof IssuerAndSerialNumber)) {
    throw new CmsError('CMS_SIGNERS', 'the signer is not named by issuer and serial number');
  }
  const { attributes } = signedAttrs;
  return {
    signedData,
    signerInfo,
    attributes,
    signedBytes: Buffer.from(signedAttrs.encodedValue),
    signature: Buffer.from(signerInfo.signature.valueBlock.valueHexView),
    certificates: certificatesOf(signedData),
    signingTime: timeOf(attributes),
  };
}

/** The bytes of an octet string, BER's constructed form included; undefined for anything else. */
export function octetsOf(value: unknown): Buffer | undefined {
  return value instanceof OctetString ? Buffer.from(value.getValue()) : undefined;
}

/** The value of an object identifier; undefined for anything else. */
export function oidOf(value: unknown): string | undefined {
  return value instanceof ObjectIdentifier ? value.valueBlock.toString() : undefined;
}
