import 'reflect-metadata';
import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A certificate with its key. */
export interface Made {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly hash: string;
}

/** A certificate to make; the rest is as in a good chain. */
export interface Wish {
  readonly subject?: x509.Name | string;
  readonly keys?: webcrypto.CryptoKeyPair;
  readonly hash?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Null leaves basicConstraints out. */
  readonly ca?: boolean | null;
  readonly pathLength?: number;
  readonly usage?: number | null;
  readonly purposes?: readonly string[];
  readonly isPurposeCritical?: boolean;
  readonly policies?: readonly string[];
  readonly extra?: readonly x509.Extension[];
  /** Signs instead of the issuer. */
  readonly signedBy?: Made;
}

const { digitalSignature, keyCertSign, cRLSign } = x509.KeyUsageFlags;
const DAY_MS = 86_400_000;
/** The time that all chains are judged at. */
export const NOW = new Date('2026-06-01T12:00:00Z');

/** Days from the time of judging. */
export const days = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS);

const algorithms = {
  'P-256': { name: 'ECDSA', namedCurve: 'P-256' },
  'P-384': { name: 'ECDSA', namedCurve: 'P-384' },
  'P-521': { name: 'ECDSA', namedCurve: 'P-521' },
  Ed25519: { name: 'Ed25519' },
  RSA: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048 },
  'RSA-PSS': { name: 'RSA-PSS', modulusLength: 2048 },
  'RSA-1024': { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024 },
} as const;

const RSA = { publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };

/** A pair of keys of a kind. */
export async function keysOf(kind: keyof typeof algorithms): Promise<webcrypto.CryptoKeyPair> {
  const algorithm = { ...RSA, ...algorithms[kind] };
  const made = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  if (!('publicKey' in made)) throw new Error('not a pair of keys');
  return made;
}

function extensionsOf(wish: Wish, isAuthority: boolean): x509.Extension[] {
  const ca = wish.ca === undefined ? isAuthority : wish.ca;
  const usual = isAuthority ? keyCertSign | cRLSign : digitalSignature;
  const usage = wish.usage === undefined ? usual : wish.usage;
  const { purposes, policies, extra = [] } = wish;
  return [
    ...(ca === null ? [] : [new x509.BasicConstraintsExtension(ca, wish.pathLength, true)]),
    ...(usage === null ? [] : [new x509.KeyUsagesExtension(usage, true)]),
    ...(purposes
      ? [new x509.ExtendedKeyUsageExtension([...purposes], wish.isPurposeCritical ?? false)]
      : []),
    ...(policies ? [new x509.CertificatePolicyExtension([...policies])] : []),
    ...extra,
  ];
}

/** Makes a certificate; self-signed without an issuer. */
export async function certify(
  name: string,
  issuer: Made | null,
  wish: Wish = {},
  isAuthority = true,
): Promise<Made> {
  const keys = wish.keys ?? (await keysOf('P-256'));
  const hash = wish.hash ?? 'SHA-256';
  const signer = wish.signedBy ?? issuer ?? { keys };
  const subject = wish.subject ?? `CN=${name}, O=TEST, C=IN`;
  const above = issuer && new x509.X509Certificate(new Uint8Array(issuer.certificate.raw));
  const signingAlgorithm = { ...signer.keys.privateKey.algorithm, hash, saltLength: 32 };
  const made = await x509.X509CertificateGenerator.create({
    serialNumber: `40${randomBytes(8).toString('hex')}`,
    subject,
    issuer: above ? above.subjectName : subject,
    notBefore: wish.from ?? days(-30),
    notAfter: wish.to ?? days(30),
    publicKey: keys.publicKey,
    signingKey: signer.keys.privateKey,
    signingAlgorithm,
    extensions: [
      ...extensionsOf(wish, isAuthority),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(issuer ? [await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey)] : []),
    ],
  });
  return { certificate: new X509Certificate(Buffer.from(made.rawData)), keys, hash };
}

/** A revocation list by an issuer, DER. */
export async function revocationList(
  issuer: Made,
  list: { revoked?: X509Certificate; on?: Date; from?: Date; to?: Date },
): Promise<Buffer> {
  const { revoked, on = days(-1), from = days(-1), to = days(1) } = list;
  const authority = new x509.X509Certificate(new Uint8Array(issuer.certificate.raw));
  const made = await x509.X509CrlGenerator.create({
    issuer: authority.subjectName,
    thisUpdate: from,
    nextUpdate: to,
    entries: revoked ? [{ serialNumber: revoked.serialNumber, revocationDate: on }] : [],
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: { ...issuer.keys.privateKey.algorithm, hash: 'SHA-256' },
  });
  return Buffer.from(made.rawData);
}

/** An element in DER with a tag of one octet. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return new Uint8Array(Buffer.concat([Buffer.from(head), content]));
}
