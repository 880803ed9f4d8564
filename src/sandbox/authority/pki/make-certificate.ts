import 'reflect-metadata';
import type { webcrypto } from 'node:crypto';
import { randomBytes } from 'node:crypto';
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
} from '@peculiar/x509';
import { P256 } from './keys.ts';

/** Who issues: a certificate, DER, and its private key. */
export interface Issuer {
  readonly certificate: Buffer;
  readonly privateKey: webcrypto.CryptoKey;
}

/** Where a certificate's issuer and its revocation list are fetched. */
export interface IssuerUrls {
  readonly certificate: string;
  readonly crl: string;
}

/** What a certificate is for: issuing others, or signing. */
type Purpose =
  | { readonly ca: true; readonly pathLength: number }
  | {
      readonly ca: false;
      /** Extended key usages; those of somebody who signs documents, unless told. */
      readonly usages?: readonly string[];
      readonly isUsageCritical?: boolean;
      readonly policies?: readonly string[];
      readonly issuerUrls?: IssuerUrls | null;
    };

/** What is to be certified. Without an issuer the certificate is signed by its own key. */
export interface CertificateRequest {
  readonly subject: Name;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly issuer: Issuer | null;
  readonly purpose: Purpose;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Document signing as real signers' certificates have it, alone. */
export const DOCUMENT_SIGNING = '1.3.6.1.4.1.311.10.3.12';

/** Document signing as two vendors name it; pdfsig calls a list without emailProtection an unknown issue. */
const SIGNER_USAGES = [DOCUMENT_SIGNING, '1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'];

/** 16 random bytes, the first between 0x40 and 0x7f: positive, and always of the same length. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function usageExtensions(purpose: Purpose) {
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

const urlExtensions = ({ certificate, crl }: IssuerUrls) => [
  new CRLDistributionPointsExtension([crl]),
  new AuthorityInfoAccessExtension({ caIssuers: certificate }),
];

/** Makes an X.509 certificate, DER (RFC 5280), signed by ECDSA P-256. */
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
