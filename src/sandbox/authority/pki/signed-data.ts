import type { KeyObject } from 'node:crypto';
import { createHash, sign } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import { Constructed, Integer, ObjectIdentifier, OctetString, Sequence, UTCTime } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  CertificateRevocationList,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

/** RFC 5652, 5035, 6211, 3161. */
export const SIGNED_OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  algorithmProtection: '1.2.840.113549.1.9.52',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha256WithRsa: '1.2.840.113549.1.1.11',
} as const;

/** `certificate` is DER. */
export interface Signatory {
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
}

export interface SignedDataJob {
  readonly signatory: Signatory;
  /** Of the content, 32 bytes. */
  readonly digest: Buffer;
  /** Embedded content. Default: detached `data`. */
  readonly content?: { readonly type: string; readonly bytes: Buffer };
  readonly signingTime?: Date;
  /** Adds signingCertificateV2, which binds the certificate. */
  readonly ess?: boolean;
  /** Adds the algorithm protection attribute (RFC 6211). */
  readonly protectsAlgorithms?: boolean;
  /** Certificates to embed, including the signatory's, and CRLs; DER. */
  readonly certificates: readonly Buffer[];
  readonly crls?: readonly Buffer[];
}

const octets = (bytes: Uint8Array): OctetString =>
  new OctetString({ valueHex: new Uint8Array(bytes).buffer });
const parsed = (der: Buffer): Certificate => Certificate.fromBER(new Uint8Array(der));
const algorithm = (algorithmId: string) => new AlgorithmIdentifier({ algorithmId });
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const attribute = (type: string, value: BaseBlock) => new Attribute({ type, values: [value] });
const derOf = (item: Attribute): Buffer => Buffer.from(item.toSchema().toBER());

const signatureAlgorithm = ({ privateKey }: Signatory): AlgorithmIdentifier =>
  algorithm(
    privateKey.asymmetricKeyType === 'ec' ? SIGNED_OID.ecdsaWithSha256 : SIGNED_OID.sha256WithRsa,
  );

/** SigningCertificateV2 with SHA-256, issuer and serial number (RFC 5035). */
function essOf(certificate: Buffer): Sequence {
  const { issuer, serialNumber } = parsed(certificate);
  const idBlock = { tagClass: 3, tagNumber: 4 };
  const directoryName = new Constructed({ idBlock, value: [issuer.toSchema()] });
  const serial = new Integer({ valueHex: serialNumber.valueBlock.valueHexView });
  const issuerSerial = new Sequence({ value: [new Sequence({ value: [directoryName] }), serial] });
  const essCertId = new Sequence({ value: [octets(sha256(certificate)), issuerSerial] });
  return new Sequence({ value: [new Sequence({ value: [essCertId] })] });
}

function protectionOf(signatory: Signatory): Sequence {
  const { algorithmId } = signatureAlgorithm(signatory);
  const oid = new ObjectIdentifier({ value: algorithmId });
  const signature = new Constructed({ idBlock: { tagClass: 3, tagNumber: 1 }, value: [oid] });
  return new Sequence({ value: [algorithm(SIGNED_OID.sha256).toSchema(), signature] });
}

/** In the order of a DER SET OF. */
function attributesOf(job: SignedDataJob): SignedAndUnsignedAttributes {
  const { signatory, digest, content, signingTime, ess, protectsAlgorithms } = job;
  const type = new ObjectIdentifier({ value: content?.type ?? SIGNED_OID.data });
  const attributes = [
    attribute(SIGNED_OID.contentType, type),
    attribute(SIGNED_OID.messageDigest, octets(digest)),
    ...(signingTime
      ? [attribute(SIGNED_OID.signingTime, new UTCTime({ valueDate: signingTime }))]
      : []),
    ...(ess ? [attribute(SIGNED_OID.signingCertificateV2, essOf(signatory.certificate))] : []),
    ...(protectsAlgorithms
      ? [attribute(SIGNED_OID.algorithmProtection, protectionOf(signatory))]
      : []),
  ];
  attributes.sort((a, b) => Buffer.compare(derOf(a), derOf(b)));
  return new SignedAndUnsignedAttributes({ type: 0, attributes });
}

const SET_TAG = 0x31;

function signerInfoOf(job: SignedDataJob): SignerInfo {
  const { certificate, privateKey } = job.signatory;
  const { issuer, serialNumber } = parsed(certificate);
  const signedAttrs = attributesOf(job);
  // The signature covers a SET tag instead of the file's [0] (RFC 5652, 5.4).
  const signed = Buffer.from(signedAttrs.toSchema().toBER());
  signed[0] = SET_TAG;
  return new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm: algorithm(SIGNED_OID.sha256),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithm(job.signatory),
    signature: octets(sign('sha256', signed, privateKey)),
  });
}

function encapsulated(content: SignedDataJob['content']): EncapsulatedContentInfo {
  const eContentType = content?.type ?? SIGNED_OID.data;
  const info = new EncapsulatedContentInfo({ eContentType });
  // The constructor would split it, which DER forbids.
  if (content) info.eContent = octets(content.bytes);
  return info;
}

/** With one signer (RFC 5652). */
export function signData(job: SignedDataJob): SignedData {
  const { content, crls = [] } = job;
  const certificates = job.certificates.map(parsed);
  return new SignedData({
    version: content ? 3 : 1,
    digestAlgorithms: [algorithm(SIGNED_OID.sha256)],
    encapContentInfo: encapsulated(content),
    signerInfos: [signerInfoOf(job)],
    ...(certificates.length > 0 ? { certificates } : {}),
    ...(crls.length > 0
      ? { crls: crls.map((der) => CertificateRevocationList.fromBER(new Uint8Array(der))) }
      : {}),
  });
}

export const contentInfoOf = (signedData: SignedData): ContentInfo =>
  new ContentInfo({ contentType: SIGNED_OID.signedData, content: signedData.toSchema(true) });

const LONG_FORM = 0x80;
const INDEFINITE = Buffer.of(LONG_FORM);
const END_OF_CONTENTS = Buffer.of(0, 0);

function spanOf(der: Buffer): { start: number; end: number } {
  const first = der[1] ?? 0;
  if (first < LONG_FORM) return { start: 2, end: 2 + first };
  const octets = first - LONG_FORM;
  const start = 2 + octets;
  return { start, end: start + der.readUIntBE(2, octets) };
}

/** The first element with indefinite length and its value changed by `inner`. */
function opened(der: Buffer, inner: (value: Buffer) => Buffer): Buffer {
  const { start, end } = spanOf(der);
  const value = inner(der.subarray(start, end));
  return Buffer.concat([der.subarray(0, 1), INDEFINITE, value, END_OF_CONTENTS]);
}

/** Makes the outer three lengths indefinite (X.690, 8.1.3.6), as real authorities do. */
export function toIndefinite(der: Buffer): Buffer {
  return opened(der, (info) => {
    const { end } = spanOf(info);
    const content = opened(info.subarray(end), (explicit) => opened(explicit, (body) => body));
    return Buffer.concat([info.subarray(0, end), content]);
  });
}
