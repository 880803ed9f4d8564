import { createHash, sign } from 'node:crypto';
import { fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  TSTInfo,
} from 'pkijs';
import { OID } from '../../../src/pdf/cms/asn1.ts';
import { createCms } from './create-cms.ts';
import type { Identity } from './pdf-authority.ts';

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes).buffer });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

function parse(cms: Buffer): SignedData {
  const info = new ContentInfo({ schema: fromBER(new Uint8Array(cms)).result });
  return new SignedData({ schema: info.content });
}

function write(signedData: SignedData): ContentInfo {
  return new ContentInfo({ contentType: OID.signedData, content: signedData.toSchema(true) });
}

function statement(imprint: Buffer, genTime: Date): Buffer {
  const info = new TSTInfo({
    version: 1,
    policy: '2.16.356.100.2.4.1',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
      hashedMessage: octets(imprint),
    }),
    serialNumber: new Integer({ value: 7 }),
    genTime,
  });
  return Buffer.from(info.toSchema().toBER());
}

/** The attribute by which a token names its certificate in RFC 3161's own way, with SHA-1. */
function firstVersion({ certificate }: Identity): Attribute {
  const hash = createHash('sha1').update(certificate.raw).digest();
  const id = new Sequence({ value: [octets(hash)] });
  const value = new Sequence({ value: [new Sequence({ value: [id] })] });
  return new Attribute({ type: OID.signingCertificate, values: [value] });
}

/** A timestamp token over a SHA-256. */
function token(
  imprint: Buffer,
  authority: Identity,
  { at: genTime, spoil, namedBy = authority, isFirstVersion = false }: Wishes,
): ContentInfo {
  const content = statement(imprint, genTime);
  const digest = sha256(content).toString('hex');
  const signedData = parse(createCms({ sha256: digest, ...authority, ess: true }));
  const [signer] = signedData.signerInfos;
  signedData.version = 3;
  signedData.encapContentInfo = new EncapsulatedContentInfo({
    eContentType: OID.tstInfo,
    eContent: octets(content),
  });
  const attributes = (signer?.signedAttrs?.attributes ?? []).map((item) => {
    if (item.type === OID.signingCertificateV2 && isFirstVersion) return firstVersion(namedBy);
    return item.type === OID.contentType
      ? new Attribute({ type: item.type, values: [new ObjectIdentifier({ value: OID.tstInfo })] })
      : item;
  });
  attributes.sort((a, b) =>
    Buffer.compare(Buffer.from(a.toSchema().toBER()), Buffer.from(b.toSchema().toBER())),
  );
  const signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes });
  const bytes = Buffer.from(signedAttrs.toSchema().toBER());
  bytes[0] = 0x31;
  if (signer) {
    signer.signedAttrs = signedAttrs;
    signer.signature = octets(sign('sha256', bytes, authority.privateKey));
  }
  spoil?.(signedData);
  return write(signedData);
}

interface Wishes {
  readonly at: Date;
  /** The timestamped value; default: the CMS's signature. */
  readonly over?: Buffer;
  /** Names the certificate with SHA-1 alone (RFC 2634). */
  readonly isFirstVersion?: boolean;
  /** Whose certificate that names; default: the authority's. */
  readonly namedBy?: Identity;
  /** Changes the token after it was signed. */
  readonly spoil?: (token: SignedData) => void;
}

/** The CMS with a timestamp token in its unsigned attributes. */
export function timestamped(cms: Buffer, authority: Identity, wishes: Wishes): Buffer {
  const signedData = parse(cms);
  const [signer] = signedData.signerInfos;
  const value = Buffer.from(signer?.signature.valueBlock.valueHexView ?? []);
  const schema = token(sha256(wishes.over ?? value), authority, wishes).toSchema();
  const attribute = new Attribute({ type: OID.timeStampToken, values: [schema] });
  if (signer) {
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] });
  }
  return Buffer.from(write(signedData).toSchema().toBER());
}

/** A timestamp token over a SHA-256, DER, as a document timestamp contains it. */
export function documentToken(imprint: Uint8Array, authority: Identity, at: Date): Buffer {
  return Buffer.from(token(Buffer.from(imprint), authority, { at }).toSchema().toBER());
}
