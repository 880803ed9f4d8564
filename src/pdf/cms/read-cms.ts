import { X509Certificate } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import {
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
  UTCTime,
} from 'asn1js';
import type { Attribute } from 'pkijs';
import { ContentInfo, EncapsulatedContentInfo, IssuerAndSerialNumber, SignerInfo } from 'pkijs';
import { CmsError } from '../errors.ts';
import { OID } from './oids.ts';

/** A parsed CMS with one signer; nothing in it is proved yet. */
export interface CmsContents {
  /** The CMS as it came. */
  readonly bytes: Buffer;
  readonly content: EncapsulatedContentInfo;
  readonly signerInfo: SignerInfo;
  /** Whom the signer names as the holder of the key. */
  readonly signerId: IssuerAndSerialNumber;
  readonly attributes: readonly Attribute[];
  /** The attributes' bytes as they were signed. */
  readonly signedBytes: Buffer;
  readonly signature: Buffer;
  readonly certificates: readonly X509Certificate[];
  /** What the signer says; null where the CMS does not tell. */
  readonly signingTime: Date | null;
}

interface SignedData {
  readonly content: EncapsulatedContentInfo;
  readonly certificates: readonly X509Certificate[];
  readonly signerInfos: readonly SignerInfo[];
}

const CONTEXT_SPECIFIC = 3;
const CERTIFICATES = 0;

/** The certificates of a CertificateSet; its other kinds, long out of use, are passed over. */
function certificatesIn(set: BaseBlock | undefined): X509Certificate[] {
  const items = set instanceof Constructed ? set.valueBlock.value : [];
  return items
    .filter((item) => item instanceof Sequence)
    .map((item) => new X509Certificate(item.valueBeforeDecodeView));
}

/**
 * SignedData (RFC 5652, 5.1). Its large parts are taken as they stand: the library's own SignedData takes
 * them apart to the last field, certificates too, which is most of the time of a check.
 */
function signedDataOf(content: unknown): SignedData {
  if (!(content instanceof Sequence)) throw new Error('its content is no SEQUENCE');
  const [, , encapsulated, ...rest] = content.valueBlock.value;
  const signerInfos = rest.pop();
  if (!(signerInfos instanceof SetOf)) throw new Error('its signers are no SET');
  const certificates = rest.find(
    ({ idBlock }) => idBlock.tagClass === CONTEXT_SPECIFIC && idBlock.tagNumber === CERTIFICATES,
  );
  return {
    content: new EncapsulatedContentInfo({ schema: encapsulated }),
    certificates: certificatesIn(certificates),
    signerInfos: signerInfos.valueBlock.value.map((schema) => new SignerInfo({ schema })),
  };
}

function parse(bytes: Uint8Array): SignedData {
  try {
    const { offset, result } = fromBER(new Uint8Array(bytes));
    if (offset !== bytes.length) throw new Error('bytes are left over');
    const info = new ContentInfo({ schema: result });
    if (info.contentType !== OID.signedData) throw new Error('it is no SignedData');
    return signedDataOf(info.content);
  } catch (error) {
    throw new CmsError('CMS_PARSE', `the signature cannot be read: ${String(error)}`);
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
  const { content, certificates, signerInfos } = parse(bytes);
  const [signerInfo, ...more] = signerInfos;
  if (signerInfo === undefined || more.length > 0) {
    throw new CmsError('CMS_SIGNERS', 'a signature has exactly one signer');
  }
  const { signedAttrs, sid: signerId } = signerInfo;
  if (signedAttrs === undefined || !(signerId instanceof IssuerAndSerialNumber)) {
    throw new CmsError('CMS_SIGNERS', 'the signer is not named by issuer and serial number');
  }
  const { attributes } = signedAttrs;
  return {
    bytes: Buffer.from(bytes),
    content,
    signerInfo,
    signerId,
    attributes,
    signedBytes: Buffer.from(signedAttrs.encodedValue),
    signature: Buffer.from(signerInfo.signature.valueBlock.valueHexView),
    certificates,
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
