import { X509Certificate } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import { Constructed, fromBER, Sequence, Set as SetOf, UTCTime } from 'asn1js';
import type { Attribute } from 'pkijs';
import { ContentInfo, EncapsulatedContentInfo, IssuerAndSerialNumber, SignerInfo } from 'pkijs';
import { CmsError } from '../errors.ts';
import { OID } from './asn1.ts';

/** A parsed CMS with one signer; nothing in it has been checked. */
export interface CmsContents {
  readonly bytes: Buffer;
  readonly content: EncapsulatedContentInfo;
  readonly signerInfo: SignerInfo;
  /** The issuer and serial number of the signer's certificate. */
  readonly signerId: IssuerAndSerialNumber;
  /** The signed attributes. */
  readonly attributes: readonly Attribute[];
  /** Their bytes as signed. */
  readonly signedBytes: Buffer;
  readonly signature: Buffer;
  readonly certificates: readonly X509Certificate[];
  /** The time that the signer claims; null if the CMS has none. */
  readonly signingTime: Date | null;
}

interface SignedData {
  readonly content: EncapsulatedContentInfo;
  readonly certificates: readonly X509Certificate[];
  readonly signerInfos: readonly SignerInfo[];
}

const CONTEXT_SPECIFIC = 3;
const CERTIFICATES = 0;

/** The X.509 certificates of a CertificateSet; the other kinds are obsolete. */
function certificatesIn(set: BaseBlock | undefined): X509Certificate[] {
  const items = set instanceof Constructed ? set.valueBlock.value : [];
  return items
    .filter((item) => item instanceof Sequence)
    .map((item) => new X509Certificate(item.valueBeforeDecodeView));
}

/** Reads SignedData (RFC 5652, 5.1). pkijs' own class would parse the certificates too, which is slow. */
function signedDataOf(content: unknown): SignedData {
  if (!(content instanceof Sequence)) throw new Error('its content is not a SEQUENCE');
  const [, , encapsulated, ...rest] = content.valueBlock.value;
  const signerInfos = rest.pop();
  if (!(signerInfos instanceof SetOf)) throw new Error('its signers are not a SET');
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
    if (offset !== bytes.length) throw new Error('it has trailing bytes');
    const info = new ContentInfo({ schema: result });
    if (info.contentType !== OID.signedData) throw new Error('it is not SignedData');
    return signedDataOf(info.content);
  } catch (error) {
    throw new CmsError('CMS_PARSE', `the signature cannot be read: ${String(error)}`);
  }
}

/** The single value of an attribute that occurs once; undefined otherwise. */
export function onlyValue(attributes: readonly Attribute[], type: string): BaseBlock | undefined {
  const [attribute, ...more] = attributes.filter((item) => item.type === type);
  return more.length === 0 && attribute?.values.length === 1 ? attribute.values[0] : undefined;
}

function timeOf(attributes: readonly Attribute[]): Date | null {
  const value = onlyValue(attributes, OID.signingTime);
  return value instanceof UTCTime ? value.toDate() : null;
}

/**
 * Reads a CMS in BER or DER: SignedData without trailing bytes, with signed attributes and one signer,
 * identified by issuer and serial number. Throws CmsError CMS_PARSE or CMS_SIGNERS.
 */
export function readCms(bytes: Uint8Array): CmsContents {
  const { content, certificates, signerInfos } = parse(bytes);
  const [signerInfo, ...more] = signerInfos;
  if (signerInfo === undefined || more.length > 0) {
    throw new CmsError('CMS_SIGNERS', 'the signature does not have exactly one signer');
  }
  const { signedAttrs, sid: signerId } = signerInfo;
  if (signedAttrs === undefined || !(signerId instanceof IssuerAndSerialNumber)) {
    throw new CmsError(
      'CMS_SIGNERS',
      'the signature does not identify its signer by issuer and serial number',
    );
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
