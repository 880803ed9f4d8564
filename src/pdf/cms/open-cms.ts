import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import {
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
  UTCTime,
} from 'asn1js';
import { derOf, OID } from './asn1.ts';
import type { CertificateNames } from './certificates.ts';
import { certificateNames } from './certificates.ts';

export interface CmsRequest {
  /** Of the content, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Its key is RSA or EC (P-256). */
  readonly certificate: X509Certificate;
  /** The certificates above the signer's, without the root. */
  readonly chain: readonly X509Certificate[];
  /** Omitted for PAdES, where the time is the PDF's /M. */
  readonly signingTime?: Date | undefined;
  /** Adds signingCertificateV2 (RFC 5035), which CAdES requires. */
  readonly ess: boolean;
}

const CONTEXT_SPECIFIC = 3;
/** The tag of directoryName in a GeneralName (RFC 5280, 4.2.1.6). */
const DIRECTORY_NAME = 4;

function sequence(...value: BaseBlock[]): Sequence {
  return new Sequence({ value });
}

function setOf(...value: BaseBlock[]): SetOf {
  return new SetOf({ value });
}

function tagged(tagNumber: number, ...value: BaseBlock[]): Constructed {
  return new Constructed({ idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber }, value });
}

function oid(value: string): ObjectIdentifier {
  return new ObjectIdentifier({ value });
}

function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: new Uint8Array(bytes).buffer });
}

const asEncoded = (der: Buffer): BaseBlock => fromBER(der).result;

/** SigningCertificateV2 with SHA-256, its default, and the issuer and serial number (RFC 5035). */
function signingCertificate(leaf: CertificateNames, der: Buffer): Sequence {
  const hash = octets(createHash('sha256').update(der).digest());
  const issuer = tagged(DIRECTORY_NAME, asEncoded(leaf.issuer));
  const issuerSerial = sequence(sequence(issuer), asEncoded(leaf.serialNumber));
  return sequence(sequence(sequence(hash, issuerSerial)));
}

/** In the order of a DER SET OF. */
function signedAttributes(request: CmsRequest, leaf: CertificateNames): Sequence[] {
  const { sha256, signingTime, ess, certificate } = request;
  const attribute = (type: string, value: BaseBlock) => sequence(oid(type), setOf(value));
  const attributes = [
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octets(Buffer.from(sha256, 'hex'))),
  ];
  if (signingTime)
    attributes.push(attribute(OID.signingTime, new UTCTime({ valueDate: signingTime })));
  if (ess)
    attributes.push(attribute(OID.signingCertificateV2, signingCertificate(leaf, certificate.raw)));
  return attributes.sort((a, b) => Buffer.compare(derOf(a), derOf(b)));
}

/** RSA has NULL parameters, ECDSA has none (RFC 4055, 5; RFC 5754, 3.3). */
function signatureAlgorithm({ publicKey }: X509Certificate): Sequence {
  const isEc = publicKey.asymmetricKeyType === 'ec';
  return isEc ? sequence(oid(OID.ecdsaWithSha256)) : sequence(oid(OID.sha256WithRsa), new Null());
}

export interface OpenCms {
  /** The bytes to sign with SHA-256: the signed attributes as a SET, in DER (RFC 5652, 5.4). */
  readonly toSign: Buffer;
  close(signature: Buffer): Buffer;
}

/** Prepares a detached CMS over a SHA-256 (RFC 5652), for the key's holder to sign. */
export function openCms(request: CmsRequest): OpenCms {
  const leaf = certificateNames(request.certificate.raw);
  const certificates = [request.certificate, ...request.chain].map(({ raw }) => asEncoded(raw));
  const attributes = signedAttributes(request, leaf);
  const signerInfo = (signature: Buffer) =>
    sequence(
      new Integer({ value: 1 }),
      sequence(asEncoded(leaf.issuer), asEncoded(leaf.serialNumber)),
      sequence(oid(OID.sha256)),
      // The same attributes with the tag [0].
      tagged(0, ...attributes),
      signatureAlgorithm(request.certificate),
      octets(signature),
    );
  const signedData = (signature: Buffer) =>
    sequence(
      new Integer({ value: 1 }),
      setOf(sequence(oid(OID.sha256))),
      sequence(oid(OID.data)),
      tagged(0, ...certificates),
      setOf(signerInfo(signature)),
    );
  return {
    toSign: derOf(setOf(...attributes)),
    close: (signature) => derOf(sequence(oid(OID.signedData), tagged(0, signedData(signature)))),
  };
}
