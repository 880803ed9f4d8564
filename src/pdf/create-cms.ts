import type { KeyObject, X509Certificate } from 'node:crypto';
import { createHash, sign } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import { Constructed, Integer, ObjectIdentifier, OctetString, Sequence, UTCTime } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { OID } from './oids.ts';

/** Who signs what. */
export interface CmsRequest {
  /** SHA-256 of the content, 64 hexadecimal digits; the content itself is never seen. */
  readonly sha256: string;
  readonly certificate: X509Certificate;
  /** RSA or EC (P-256), the key of the certificate. */
  readonly privateKey: KeyObject;
  /** The certificates above the signer's, without the root. */
  readonly chain: readonly X509Certificate[];
  /** Left out for PAdES, where the PDF's /M tells the time. */
  readonly signingTime?: Date | undefined;
  /** Whether to bind the certificate by signingCertificateV2 (RFC 5035), as CAdES needs. */
  readonly ess: boolean;
}

function attribute(type: string, value: BaseBlock): Attribute {
  return new Attribute({ type, values: [value] });
}

function derOf(item: Attribute): Buffer {
  return Buffer.from(item.toSchema().toBER());
}

function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: new Uint8Array(bytes).buffer });
}

/** SigningCertificateV2 with the default SHA-256 and the issuer and serial number. */
function signingCertificate(leaf: Certificate, der: Buffer): Sequence {
  const hash = octets(createHash('sha256').update(der).digest());
  const directoryName = new Constructed({
    idBlock: { tagClass: 3, tagNumber: 4 },
    value: [leaf.issuer.toSchema()],
  });
  const serial = new Integer({ valueHex: leaf.serialNumber.valueBlock.valueHexView });
  const issuerSerial = new Sequence({ value: [new Sequence({ value: [directoryName] }), serial] });
  const essCertId = new Sequence({ value: [hash, issuerSerial] });
  return new Sequence({ value: [new Sequence({ value: [essCertId] })] });
}

/** The signed attributes in the order of a DER SET OF. */
function signedAttributes(request: CmsRequest, leaf: Certificate): Attribute[] {
  const attributes = [
    attribute(OID.contentType, new ObjectIdentifier({ value: OID.data })),
    attribute(OID.messageDigest, octets(Buffer.from(request.sha256, 'hex'))),
  ];
  if (request.signingTime !== undefined) {
    attributes.push(attribute(OID.signingTime, new UTCTime({ valueDate: request.signingTime })));
  }
  if (request.ess) {
    const value = signingCertificate(leaf, request.certificate.raw);
    attributes.push(attribute(OID.signingCertificateV2, value));
  }
  return attributes.sort((a, b) => Buffer.compare(derOf(a), derOf(b)));
}

const SET_TAG = 0x31;

/** The attributes as signed: with the tag of a SET instead of the [0] that stands in the file (RFC 5652, 5.4). */
function signAttributes(attributes: SignedAndUnsignedAttributes, key: KeyObject): Buffer {
  const der = Buffer.from(attributes.toSchema().toBER());
  der[0] = SET_TAG;
  return sign('sha256', der, key);
}

function signatureAlgorithm(key: KeyObject): AlgorithmIdentifier {
  const algorithmId = key.asymmetricKeyType === 'ec' ? OID.ecdsaWithSha256 : OID.sha256WithRsa;
  return new AlgorithmIdentifier({ algorithmId });
}

function signerInfo(request: CmsRequest, leaf: Certificate): SignerInfo {
  const attributes = signedAttributes(request, leaf);
  const signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes });
  return new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: leaf.issuer, serialNumber: leaf.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithm(request.privateKey),
    signature: octets(signAttributes(signedAttrs, request.privateKey)),
  });
}

/** A detached CMS signature in DER over a SHA-256 (RFC 5652), with the signer's certificate and chain in it. */
export function createCms(request: CmsRequest): Buffer {
  const leaf = Certificate.fromBER(request.certificate.raw);
  const chain = request.chain.map(({ raw }) => Certificate.fromBER(raw));
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: OID.sha256 })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    signerInfos: [signerInfo(request, leaf)],
    certificates: [leaf, ...chain],
  });
  const content = signedData.toSchema(true);
  const info = new ContentInfo({ contentType: OID.signedData, content });
  return Buffer.from(info.toSchema().toBER());
}
