import 'reflect-metadata';
import type { webcrypto } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { JsonNameParams } from '@peculiar/x509';
import { Name } from '@peculiar/x509';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { DAY_MS } from '../../../contract/durations.ts';
import { pinOf } from '../../../pdf/cms/certificates.ts';
import { OldDataFolder } from '../../control/sandbox-errors.ts';
import { readIfThere, writeOnce, writeSynced } from '../../saved-files.ts';
import type { CertificateRequest, Issuer, TestPurpose } from './make-x509.ts';
import {
  fromPem,
  makeCertificate,
  makeCrl,
  makeKeys,
  makeRsaKeys,
  TIME_STAMPING,
  toPem,
} from './make-x509.ts';

const YEAR_MS = 365 * DAY_MS;
const ROOT_YEARS = 30;
const SUB_CA_YEARS = 28;
const END_YEARS = 25;
/** Longer than a session, so that no signature seems older than its certificate. */
const BACKDATED_MS = DAY_MS;
const ORGANISATION = 'TEST eSign Sandbox (not for real use)';

const Certified = Type.Object({ certificate: Type.String(), privateKey: Type.String() });
/** Increases when older folders become unusable. */
const FORMAT = 3;
const Saved = Type.Object({
  format: Type.Literal(FORMAT),
  madeAt: Type.String(),
  root: Type.String(),
  subCa: Certified,
  answer: Certified,
  asp: Certified,
  seal: Certified,
  /** Missing in older folders, where the sub-CA issued the seal. */
  sealCa: Type.Optional(Type.String()),
  /** Missing in older folders, where each start makes a new key. */
  timestamps: Type.Optional(Certified),
  /** Missing in older folders, where the sub-CA's revocation is unknown. */
  rootCrl: Type.Optional(Type.String()),
});
type Saved = Static<typeof Saved>;

/** DER, and PKCS #8 PEM. */
export interface CertifiedKey {
  readonly certificate: Buffer;
  readonly privateKey: string;
}

export interface Pki {
  /** DER. Its key was dropped after issuing the sub-CA. */
  readonly root: Buffer;
  readonly subCa: Issuer;
  /** Signs the authority's answers (RSA). */
  readonly answer: CertifiedKey;
  /** Signs the service's requests (RSA). */
  readonly asp: CertifiedKey;
  /** Seals completion certificates. Its CA issues nothing else. */
  readonly seal: CertifiedKey;
  /** Signs timestamps; null in older folders. */
  readonly timestamps: CertifiedKey | null;
  /** The root's CRL, DER, made before its key was dropped; null in older folders. */
  readonly rootCrl: Buffer | null;
  /** Certificates above the seal's, DER, up to its root. */
  readonly sealChain: readonly Buffer[];
  /** Validity of signers' certificates. */
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export const nameOf = (parts: JsonNameParams): Name => new Name(parts);

export const testName = (commonName: string, extra: JsonNameParams = []): Name =>
  nameOf([
    { C: [{ printableString: 'IN' }] },
    { O: [{ utf8String: ORGANISATION }] },
    ...extra,
    { CN: [{ utf8String: commonName }] },
  ]);

/** The CCA's policies Class 3 and document signer. */
const ORGANISATION_POLICIES = ['2.16.356.100.2.3', '2.16.356.100.10.1'];

const certifiedBy = async (certificate: Buffer, { privateKey }: webcrypto.CryptoKeyPair) => {
  return { certificate: certificate.toString('base64'), privateKey: await toPem(privateKey) };
};

async function makePki(now: Date): Promise<Saved> {
  const make = (
    commonName: string,
    years: number,
    request: Pick<CertificateRequest, 'keys' | 'issuer' | 'purpose'>,
  ) =>
    makeCertificate({
      subject: testName(commonName),
      notBefore: new Date(now.getTime() - BACKDATED_MS),
      notAfter: new Date(now.getTime() + years * YEAR_MS),
      ...request,
    });
  const [rootKeys, keys] = [await makeKeys(), await makeKeys()];
  const self = { keys: rootKeys, issuer: null, purpose: { ca: true, pathLength: 1 } } as const;
  const root = await make('TEST Root CA', ROOT_YEARS, self);
  const byRoot = { certificate: root, privateKey: rootKeys.privateKey };
  const subCaRequest = { keys, issuer: byRoot, purpose: { ca: true, pathLength: 0 } } as const;
  const subCa = await make('TEST Issuing CA', SUB_CA_YEARS, subCaRequest);
  const issuer = { certificate: subCa, privateKey: keys.privateKey };
  const organisation = { ca: false, policies: ORGANISATION_POLICIES } as const;
  const stamping = { ca: false, usages: [TIME_STAMPING], isUsageCritical: true } as const;
  const end = async (
    commonName: string,
    endKeys: webcrypto.CryptoKeyPair,
    { by = issuer, purpose = organisation }: { by?: Issuer; purpose?: TestPurpose } = {},
  ) =>
    certifiedBy(await make(commonName, END_YEARS, { keys: endKeys, issuer: by, purpose }), endKeys);
  const [answerKeys, aspKeys] = await Promise.all([makeRsaKeys(), makeRsaKeys()]);
  const sealCaKeys = await makeKeys();
  const ownCa = { keys: sealCaKeys, issuer: null, purpose: { ca: true, pathLength: 0 } } as const;
  const sealCa = await make('TEST Service CA', ROOT_YEARS, ownCa);
  const bySealCa = { certificate: sealCa, privateKey: sealCaKeys.privateKey };
  return {
    format: FORMAT,
    madeAt: now.toISOString(),
    root: root.toString('base64'),
    subCa: await certifiedBy(subCa, keys),
    answer: await end('TEST Signing Gateway', answerKeys),
    asp: await end('TEST Application Service Provider', aspKeys),
    seal: await end('TEST Electronic Signature Service', await makeKeys(), { by: bySealCa }),
    sealCa: sealCa.toString('base64'),
    timestamps: await end('TEST Timestamping Authority', await makeKeys(), { purpose: stamping }),
    rootCrl: (await makeCrl(byRoot, now, SUB_CA_YEARS * YEAR_MS)).toString('base64'),
  };
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

const certified = ({ certificate, privateKey }: Static<typeof Certified>): CertifiedKey => ({
  certificate: fromBase64(certificate),
  privateKey,
});

async function revive(saved: Saved): Promise<Pki> {
  const madeAt = new Date(saved.madeAt).getTime();
  return {
    root: fromBase64(saved.root),
    subCa: {
      certificate: fromBase64(saved.subCa.certificate),
      privateKey: await fromPem(saved.subCa.privateKey),
    },
    answer: certified(saved.answer),
    asp: certified(saved.asp),
    seal: certified(saved.seal),
    timestamps: saved.timestamps ? certified(saved.timestamps) : null,
    rootCrl: saved.rootCrl ? fromBase64(saved.rootCrl) : null,
    sealChain: (saved.sealCa ? [saved.sealCa] : [saved.subCa.certificate, saved.root]).map(
      fromBase64,
    ),
    notBefore: new Date(madeAt - BACKDATED_MS),
    notAfter: new Date(madeAt + END_YEARS * YEAR_MS),
  };
}

const certificatePem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`;

/**
 * Opens the authority's keys in a data folder, creating them the first time. Beside them it writes
 * `test-root.pem`, `test-chain.pem` (sub-CA and root), `test-seal.pem` (the service's certificate),
 * `test-seal-ca.pem` (its root) and `trust.json`, the key hash by which `esign verify` knows the
 * seal. Throws OldDataFolder if the file is older or damaged.
 */
export async function openPki(dataDir: string, now: Date): Promise<Pki> {
  const file = join(dataDir, 'authority.json');
  let text = await readIfThere(file);
  if (text === undefined) {
    await writeOnce(file, JSON.stringify(await makePki(now), null, 2));
    text = await readIfThere(file);
  }
  const saved: unknown = JSON.parse(text ?? 'null');
  if (!Value.Check(Saved, saved)) {
    const message = `The certificates in ${file} are damaged or from an older version. The sandbox cannot use the folder ${dataDir}.`;
    throw new OldDataFolder(message);
  }
  const pki = await revive(saved);
  await writeSynced(rootPath(dataDir), certificatePem(pki.root));
  const chain = [pki.subCa.certificate, pki.root].map(certificatePem).join('');
  await writeSynced(chainPath(dataDir), chain);
  const { certificate } = pki.seal;
  const trust = { seals: [pinOf(new X509Certificate(certificate))] };
  await writeSynced(join(dataDir, 'test-seal.pem'), certificatePem(certificate));
  await writeSynced(
    join(dataDir, 'test-seal-ca.pem'),
    certificatePem(pki.sealChain.at(-1) ?? certificate),
  );
  await writeSynced(join(dataDir, 'trust.json'), `${JSON.stringify(trust, null, 2)}\n`);
  return pki;
}

/** PEM, for `esign verify --root` and pdfsig. */
export const rootPath = (dataDir: string): string => join(dataDir, 'test-root.pem');

/** Sub-CA and TEST root in PEM, to verify signatures without a chain. */
export const chainPath = (dataDir: string): string => join(dataDir, 'test-chain.pem');
