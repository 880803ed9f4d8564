import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import 'reflect-metadata';
import type { Name } from '@peculiar/x509';
import {
  AuthorityInfoAccessExtension,
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CertificatePolicyExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  X509CrlGenerator,
} from '@peculiar/x509';

/** For keys that sign documents and certificates. */
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export const makeKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);

/** For keys that sign messages, since the protocol's XML-DSig is RSA only, and faithful signers. */
const RSA_2048 = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const;

export const makeRsaKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(RSA_2048, true, ['sign', 'verify']);

/** PKCS #8. */
export async function toPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

export function fromPem(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, P256, false, ['sign']);
}

/** `certificate` is DER. */
export interface Issuer {
  readonly certificate: Buffer;
  readonly privateKey: webcrypto.CryptoKey;
}

export interface IssuerUrls {
  readonly certificate: string;
  readonly crl: string;
}

export type TestPurpose =
  | { readonly ca: true; readonly pathLength: number }
  | {
      readonly ca: false;
      /** Extended key usages. Default: a document signer's. */
      readonly usages?: readonly string[];
      readonly isUsageCritical?: boolean;
      readonly policies?: readonly string[];
      readonly issuerUrls?: IssuerUrls | null;
    };

/** Self-signed without an issuer. */
export interface CertificateRequest {
  readonly subject: Name;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly issuer: Issuer | null;
  readonly purpose: TestPurpose;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** The only usage of a timestamping authority (RFC 3161, 2.3). */
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** Document signing, the only usage in real signers' certificates. */
export const DOCUMENT_SIGNING = '1.3.6.1.4.1.311.10.3.12';

/** Document signing by two vendors, and emailProtection, which pdfsig requires. */
const SIGNER_USAGES = [DOCUMENT_SIGNING, '1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'];

/** 16 random bytes. The first is 0x40 to 0x7f: positive and of constant length. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function usageExtensions(purpose: TestPurpose) {
  if (purpose.ca) {
    return [
      new BasicConstraintsExtension(true, purpose.pathLength, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ];
  }
  const { usages = SIGNER_USAGES, isUsageCritical, policies = [], issuerUrls } = purpose;
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    new ExtendedKeyUsageExtension([...usages], isUsageCritical),
    ...(policies.length > 0 ? [new CertificatePolicyExtension([...policies])] : []),
    ...(issuerUrls ? urlExtensions(issuerUrls) : []),
  ];
}

/**
 * No OCSP: with it, pdfsig 22.12 calls an issuer's second signature corrupted, since NSS keeps the
 * issuer's certificate after its memory is freed.
 */
const urlExtensions = ({ certificate, crl }: IssuerUrls) => [
  new CRLDistributionPointsExtension([crl]),
  new AuthorityInfoAccessExtension({ caIssuers: certificate }),
];

/** DER (RFC 5280), signed with ECDSA P-256. */
export async function makeCertificate(request: CertificateRequest): Promise<Buffer> {
  const { keys, issuer, purpose } = request;
  const authority = issuer ? new X509Certificate(new Uint8Array(issuer.certificate)) : null;
  const signer = authority ? await authority.publicKey.export(P256, ['verify']) : keys.publicKey;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: request.subject,
    // The Name itself: its JSON form loses the string types, and NSS compares names as DER.
    ...(authority ? { issuer: authority.subjectName } : { issuer: request.subject }),
    notBefore: request.notBefore,
    notAfter: request.notAfter,
    publicKey: keys.publicKey,
    signingKey: issuer?.privateKey ?? keys.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      ...usageExtensions(purpose),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(signer, false),
    ],
  });
  return Buffer.from(certificate.rawData);
}

const NEXT_UPDATE_MS = 24 * 3600_000;

/** An empty CRL in DER (RFC 5280). Default validity: a day. */
export async function makeCrl(
  { certificate, privateKey }: Issuer,
  now: Date,
  validMs = NEXT_UPDATE_MS,
): Promise<Buffer> {
  const authority = new X509Certificate(new Uint8Array(certificate));
  const list = await X509CrlGenerator.create({
    issuer: authority.subjectName,
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + validMs),
    entries: [],
    signingKey: privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  });
  return Buffer.from(list.rawData);
}
