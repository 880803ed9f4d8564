import 'reflect-metadata';
import type { KeyObject } from 'node:crypto';
import {
  generateKeyPairSync,
  KeyObject as Key,
  randomBytes,
  webcrypto,
  X509Certificate,
} from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A certificate with its key and the certificates above it, without the root. */
export interface Identity {
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
  readonly chain: readonly X509Certificate[];
}

/** A root and the authority under it. */
export interface PdfAuthority {
  readonly root: X509Certificate;
  /** A signer's certificate; equal arguments give the same one. */
  issue(name: string, options?: IssueOptions): Promise<Identity>;
}

export interface IssueOptions {
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly rsa?: boolean;
  readonly usages?: readonly string[];
  readonly criticalUsages?: boolean;
}

type Keys = { readonly publicKey: webcrypto.CryptoKey; readonly privateKey: webcrypto.CryptoKey };
type Issuer = { readonly certificate: x509.X509Certificate; readonly keys: Keys };

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const HOUR_MS = 60 * 60 * 1000;

async function makeKeys(rsa: boolean): Promise<Keys> {
  const { publicKey, privateKey } = rsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = rsa ? RSA : EC;
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return {
    publicKey: await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']),
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']),
  };
}

function serial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

async function makeCertificate(subject: {
  readonly name: string;
  readonly keys: Keys;
  readonly issuer: Issuer | undefined;
  readonly ca: boolean;
  readonly options: IssueOptions;
}): Promise<x509.X509Certificate> {
  const { name, keys, ca, options } = subject;
  const now = Date.now();
  const own = new x509.Name([
    { C: [{ printableString: 'IN' }] },
    { CN: [{ utf8String: name }] },
  ]).toString();
  const usage = ca ? x509.KeyUsageFlags.keyCertSign : x509.KeyUsageFlags.digitalSignature;
  const usages = options.usages ?? ['1.3.6.1.5.5.7.3.4'];
  return await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: own,
    issuer: subject.issuer?.certificate.subjectName ?? own,
    publicKey: keys.publicKey,
    signingKey: subject.issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: EC,
    notBefore: options.notBefore ?? new Date(now - 24 * HOUR_MS),
    notAfter: options.notAfter ?? new Date(now + 5 * 365 * 24 * HOUR_MS),
    extensions: [
      new x509.BasicConstraintsExtension(ca, undefined, true),
      new x509.KeyUsagesExtension(usage, true),
      ...(ca
        ? []
        : [new x509.ExtendedKeyUsageExtension([...usages], options.criticalUsages ?? false)]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
}

const native = (certificate: x509.X509Certificate) =>
  new X509Certificate(Buffer.from(certificate.rawData));

async function makeAuthority(name: string): Promise<PdfAuthority> {
  const ca = { ca: true, options: {} };
  const rootKeys = await makeKeys(false);
  const root = await makeCertificate({ ...ca, name, keys: rootKeys, issuer: undefined });
  const keys = await makeKeys(false);
  const issuer = { certificate: root, keys: rootKeys };
  const sub = await makeCertificate({ ...ca, name: `${name} Sub-CA`, keys, issuer });
  const issue = async (signer: string, options: IssueOptions): Promise<Identity> => {
    const own = await makeKeys(options.rsa ?? false);
    const above = { certificate: sub, keys };
    const subject = { name: signer, keys: own, issuer: above, ca: false, options };
    const certificate = native(await makeCertificate(subject));
    return { certificate, privateKey: Key.from(own.privateKey), chain: [native(sub)] };
  };
  const issued = new Map<string, Promise<Identity>>();
  return {
    root: native(root),
    issue(signer, options = {}) {
      const key = JSON.stringify([signer, options]);
      const identity = issued.get(key) ?? issue(signer, options);
      issued.set(key, identity);
      return identity;
    },
  };
}

let own: Promise<PdfAuthority> | undefined;
let other: Promise<PdfAuthority> | undefined;

/** The tests' certifying authority, made once. */
export function testAuthority(): Promise<PdfAuthority> {
  own ??= makeAuthority('TEST Root');
  return own;
}

/** Another authority, made once. */
export function otherAuthority(): Promise<PdfAuthority> {
  other ??= makeAuthority('TEST Other Root');
  return other;
}
