import type { BaseBlock } from 'asn1js';
import { fromBER, Sequence, UTCTime } from 'asn1js';
import type { Attribute } from 'pkijs';
import { EncapsulatedContentInfo, IssuerAndSerialNumber, SignerInfo } from 'pkijs';
import { X509Certificate } from '../../platform/crypto.ts';
import { CmsError } from '../pdf-errors.ts';
import type { Element } from '../trust/der.ts';
import { elementIn, elementsOf, itemsOf, oidIn, TAG } from '../trust/der.ts';
import { derOf, OID } from './asn1.ts';
import { berElementsOf, hasMoreElements } from './ber.ts';

/** A parsed CMS with one signer. Nothing in it has been checked. */
export interface CmsContents {
  readonly bytes: Buffer;
  readonly content: EncapsulatedContentInfo;
  /** Without unsigned attributes. */
  readonly signerInfo: SignerInfo;
  /** Timestamp tokens from the unsigned attributes (RFC 3161, appendix A), as encoded. */
  readonly tokens: readonly Buffer[];
  readonly signerId: IssuerAndSerialNumber;
  readonly attributes: readonly Attribute[];
  /** The attributes' bytes as signed. */
  readonly signedBytes: Buffer;
  readonly signature: Buffer;
  readonly certificates: readonly X509Certificate[];
  /** Claimed by the signer. */
  readonly signingTime: Date | null;
}

interface SignedData {
  readonly content: EncapsulatedContentInfo;
  readonly certificates: readonly X509Certificate[];
  readonly signers: readonly SignerContents[];
}

type SignerContents = Pick<CmsContents, 'signerInfo' | 'tokens'>;

/** Enough for a CRL with 20,000 entries in the attributes. Each element costs some KB of memory. */
const MOST_ELEMENTS = 100_000;

/** The tag of SignedData's certificates and of ContentInfo's content. */
const FIELD = 0xa0;
const UNSIGNED_ATTRIBUTES = 0xa1;

function childrenOf(element: Element | undefined, tag: number, what: string): Element[] {
  if (element?.tag !== tag) throw new Error(`its ${what}`);
  return berElementsOf(element.content);
}

function onlyOne([element, ...more]: readonly Element[], what: string): Element {
  if (element === undefined || more.length > 0) throw new Error(`it has not one ${what}`);
  return element;
}

function treeOf({ bytes }: Element): BaseBlock {
  const { offset, result } = fromBER(new Uint8Array(bytes), { maxNodes: MOST_ELEMENTS });
  if (offset !== bytes.length) throw new Error('an element is malformed');
  return result;
}

/** X.509 certificates only: the other kinds in a CertificateSet are obsolete. */
function certificatesIn(set: Element | undefined): X509Certificate[] {
  return berElementsOf(set?.content ?? Buffer.alloc(0))
    .filter(({ tag }) => tag === TAG.sequence)
    .map(certificateIn);
}

function certificateIn({ bytes }: Element): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch (cause) {
    throw new Error('a certificate in it is malformed', { cause });
  }
}

function tokensIn(attributes: Element | undefined): Buffer[] {
  return berElementsOf(attributes?.content ?? Buffer.alloc(0)).flatMap((attribute) => {
    const [type, values] = childrenOf(attribute, TAG.sequence, 'attribute is not a SEQUENCE');
    if (oidIn(type) !== OID.timeStampToken) return [];
    const tokens = childrenOf(values, TAG.set, 'attribute has no SET');
    if (tokens.length === 0) throw new Error('its attribute has no value');
    return tokens.map(({ bytes }) => bytes);
  });
}

function signerIn(element: Element): SignerContents {
  const fields = childrenOf(element, TAG.sequence, 'signer is not a SEQUENCE');
  const unsigned = fields.at(-1)?.tag === UNSIGNED_ATTRIBUTES ? fields.pop() : undefined;
  const schema = new Sequence({ value: fields.map(treeOf) });
  return { signerInfo: new SignerInfo({ schema }), tokens: tokensIn(unsigned) };
}

/** Reads SignedData (RFC 5652, 5.1). Parsing certificates and timestamps to trees would be slow. */
function signedDataOf(bytes: Buffer): SignedData {
  const info = onlyOne(berElementsOf(bytes), 'ContentInfo');
  const [type, ...rest] = childrenOf(info, TAG.sequence, 'ContentInfo is not a SEQUENCE');
  if (oidIn(type) !== OID.signedData) throw new Error('it is not SignedData');
  const field = onlyOne(rest, 'content');
  const signedData = onlyOne(childrenOf(field, FIELD, 'content is missing'), 'SignedData');
  const fields = childrenOf(signedData, TAG.sequence, 'content is not a SEQUENCE');
  const signers = childrenOf(fields.pop(), TAG.set, 'signers are not a SET').map(signerIn);
  const certificates = fields.find(({ tag }) => tag === FIELD);
  const trees = fields.filter((one) => one !== certificates).map(treeOf);
  return {
    content: new EncapsulatedContentInfo({ schema: trees[2] }),
    certificates: certificatesIn(certificates),
    signers,
  };
}

function parse(bytes: Buffer): SignedData {
  try {
    return signedDataOf(bytes);
  } catch (error) {
    throw new CmsError('CMS_PARSE', `the signature cannot be read: ${String(error)}`);
  }
}

/** Undefined unless the attribute occurs once and has one value. */
export function onlyValue(attributes: readonly Attribute[], type: string): BaseBlock | undefined {
  const [attribute, ...more] = attributes.filter((item) => item.type === type);
  return more.length === 0 && attribute?.values.length === 1 ? attribute.values[0] : undefined;
}

function timeOf(attributes: readonly Attribute[]): Date | null {
  const value = onlyValue(attributes, OID.signingTime);
  return value instanceof UTCTime ? value.toDate() : null;
}

/**
 * Reads a CMS in BER or DER: SignedData without trailing bytes, with signed attributes and one
 * signer, named by issuer and serial number. Throws CmsError CMS_SIZE, CMS_PARSE or CMS_SIGNERS.
 */
export function readCms(given: Uint8Array): CmsContents {
  const bytes = Buffer.from(given);
  if (hasMoreElements(bytes, MOST_ELEMENTS)) {
    throw new CmsError('CMS_SIZE', 'the signature has more elements than are read');
  }
  const { content, certificates, signers } = parse(bytes);
  const [signer, ...more] = signers;
  if (signer === undefined || more.length > 0) {
    throw new CmsError('CMS_SIGNERS', 'the signature does not have exactly one signer');
  }
  const { signerInfo, tokens } = signer;
  const { signedAttrs, sid: signerId } = signerInfo;
  if (signedAttrs === undefined) {
    throw new CmsError('CMS_SIGNERS', 'the signature has no signed attributes');
  }
  if (!(signerId instanceof IssuerAndSerialNumber)) {
    throw new CmsError(
      'CMS_SIGNERS',
      'the signature does not identify its signer by issuer and serial number',
    );
  }
  const { attributes } = signedAttrs;
  return {
    bytes,
    content,
    signerInfo,
    tokens,
    signerId,
    attributes,
    signedBytes: Buffer.from(signedAttrs.encodedValue),
    signature: Buffer.from(signerInfo.signature.valueBlock.valueHexView),
    certificates,
    signingTime: timeOf(attributes),
  };
}

const CRLS = 0xa0;
const OCSP = 0xa1;

function listIn(fields: readonly Element[], tag: number): Buffer[] {
  const field = fields.find((one) => one.tag === tag);
  const [list] = field ? elementsOf(field.content) : [];
  return list ? itemsOf(list).map(({ bytes }) => bytes) : [];
}

/** CRLs and OCSP responses in signed attributes (ISO 32000-2, 12.8.3.3.2); none if malformed. */
export function revocationAttribute({ attributes }: CmsContents) {
  const value = onlyValue(attributes, OID.revocationInfoArchival);
  try {
    const fields = value ? itemsOf(elementIn(derOf(value), TAG.sequence)) : [];
    return { crls: listIn(fields, CRLS), ocsp: listIn(fields, OCSP) };
  } catch {
    return { crls: [], ocsp: [] };
  }
}
