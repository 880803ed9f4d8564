import type { KeyObject, X509Certificate } from 'node:crypto';
import { createHash, sign } from 'node:crypto';
import type { BaseBlock } from 'asn1js';
import {
  Constructed,
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

/** A signature to make. */
export interface CmsRequest {
  /** SHA-256 of the content, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly certificate: X509Certificate;
  /** RSA or EC (P-256), the key of the certificate. */
  readonly privateKey: KeyObject;
  /** The certificates above the signer's, without the root. */
  readonly chain: readonly X509Certificate[];
  /** Omitted for PAdES, where the time is the PDF's /M. */
  readonly signingTime?: Date | undefined;
  /** Adds signingCertificateV2 (RFC 5035), which CAdES requires. */
  readonly ess: boolean;
}

const CONTEXT_SPECIFIC = 3;
/** The tag of a directoryName in a GeneralName (RFC 5280, 4.2.1.6). */
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

/** SigningCertificateV2 with SHA-256, the default, and the issuer and serial number (RFC 5035). */
function signingCertificate(leaf: CertificateNames, der: Buffer): Sequence {
  const hash = octets(createHash('sha256').update(der).digest());
  const issuerSerial = sequence(sequence(tagged(DIRECTORY_NAME, leaf.issuer)), leaf.serialNumber);
  return sequence(sequence(sequence(hash, issuerSerial)));
}

/** The signed attributes in the order of a DER SET OF. */
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
function signatureAlgorithm(key: KeyObject): Sequence {
  const isEc = key.asymmetricKeyType === 'ec';
  return isEc ? sequence(oid(OID.ecdsaWithSha256)) : sequence(oid(OID.sha256WithRsa), new Null());
}

function signerInfo(request: CmsRequest, leaf: CertificateNames): Sequence {
  const attributes = signedAttributes(request, leaf);
  // Signed as a SET, encoded with the tag [0] (RFC 5652, 5.4).
  const signature = sign('sha256', derOf(setOf(...attributes)), request.privateKey);
  return sequence(
    new Integer({ value: 1 }),
    sequence(leaf.issuer, leaf.serialNumber),
    sequence(oid(OID.sha256)),
    tagged(0, ...attributes),
    signatureAlgorithm(request.privateKey),
    octets(signature),
  );
}

/** Makes a detached CMS signature over a SHA-256, in DER (RFC 5652), with the signer's certificate and chain. */
export function createCms(request: CmsRequest): Buffer {
  const leaf = certificateNames(request.certificate.raw);
  const chain = request.chain.map(({ raw }) => certificateNames(raw).element);
  const signedData = sequence(
    new Integer({ value: 1 }),
    setOf(sequence(oid(OID.sha256))),
    sequence(oid(OID.data)),
    tagged(0, leaf.element, ...chain),
    setOf(signerInfo(request, leaf)),
  );
  return derOf(sequence(oid(OID.signedData), tagged(0, signedData)));
}
