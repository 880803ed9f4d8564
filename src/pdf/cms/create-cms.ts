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
import type { CertificateNames } from './certificate-names.ts';
import { certificateNames, derOf } from './certificate-names.ts';
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

const CONTEXT_SPECIFIC = 3;
/** The kind of GeneralName that a distinguished name is (RFC 5280, 4.2.1.6). */
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

/** SigningCertificateV2 with the default SHA-256 and the issuer and serial number (RFC 5035). */
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

/** The algorithm of a key: RSA's has empty parameters, ECDSA's none (RFC 4055, 5; RFC 5754, 3.3). */
function signatureAlgorithm(key: KeyObject): Sequence {
  const isEc = key.asymmetricKeyType === 'ec';
  return isEc ? sequence(oid(OID.ecdsaWithSha256)) : sequence(oid(OID.sha256WithRsa), new Null());
}

function signerInfo(request: CmsRequest, leaf: CertificateNames): Sequence {
  const attributes = signedAttributes(request, leaf);
  // Signed as a SET, written with the tag [0] (RFC 5652, 5.4).
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

/** A detached CMS signature in DER over a SHA-256 (RFC 5652), with the signer's certificate and chain in it. */
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
