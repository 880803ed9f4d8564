import { KeyObject, randomBytes } from 'node:crypto';
import type { Name } from '@peculiar/x509';
import { Attribute, SignedAndUnsignedAttributes } from 'pkijs';
import type { Clock } from '../../../service/index.ts';
import type { TestIdentity } from '../identities.ts';
import { makeKeys, makeRsaKeys } from './keys.ts';
import type { Issuer, IssuerUrls } from './make-certificate.ts';
import { DOCUMENT_SIGNING, makeCertificate } from './make-certificate.ts';
import { makeCrl } from './make-crl.ts';
import type { Pki } from './pki.ts';
import { nameOf, testName } from './pki.ts';
import type { Signatory, SignedDataJob } from './signed-data.ts';
import { contentInfoOf, SIGNED_OID, signData } from './signed-data.ts';
import type { TimestampAuthority } from './timestamp.ts';
import { openTimestampAuthority } from './timestamp.ts';
import { toIndefinite } from './to-indefinite.ts';

const FORMS = ['pkcs7', 'pkcs7complete', 'pkcs7pdf'] as const;
/** What a request may ask for: the signer's certificate alone; its chain too; a timestamp and a revocation list too. */
export type SignatureForm = (typeof FORMS)[number];

/** True for a form that is offered. */
export const isSignatureForm = (text: string): text is SignatureForm =>
  FORMS.some((form) => form === text);

/**
 * How signers are certified: for years, so that any tool trusts a signature on any day; or as real authorities do, for
 * 30 minutes, with their subject, their keys and a CMS in BER.
 */
export type CertificateProfile = 'default' | 'faithful';

/** What signatures are made with. */
export interface SigningDesk {
  readonly pki: Pki;
  readonly tsa: TimestampAuthority;
  readonly profile: CertificateProfile;
  /** Where the sub-CA's certificate and revocation list are served. */
  readonly issuerUrls: () => IssuerUrls | null;
}

/** Opens a desk of the default profile, its certificates without addresses, unless told. */
export async function openSigningDesk(
  pki: Pki,
  clock: Clock,
  choices: Partial<Pick<SigningDesk, 'profile' | 'issuerUrls'>> = {},
): Promise<SigningDesk> {
  const { profile = 'default', issuerUrls = () => null } = choices;
  return { pki, tsa: await openTimestampAuthority(pki, clock), profile, issuerUrls };
}

/** What is to be signed, for whom. */
export interface SignatureJob {
  readonly identity: TestIdentity;
  /** SHA-256, 64 hexadecimal digits. */
  readonly inputHash: string;
  readonly at: Date;
  /** With the chain unless told. */
  readonly form?: SignatureForm;
  /** When the certificate begins and ends; as the profile says unless told. */
  readonly term?: Term;
  /** Who issues the certificate; the sub-CA unless told. */
  readonly issuer?: Issuer;
  /** Signs by this key instead of the certificate's. */
  readonly otherKey?: KeyObject;
  /** Certificates to go along besides. */
  readonly ballast?: readonly Buffer[];
}

interface Term {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const POLICY_EKYC_OTP = '2.16.356.100.2.4.1';
const MINUTE_MS = 60_000;
const FAITHFUL_MINUTES = 30;
const VISIBLE_DIGITS = 4;
const DIGEST_BYTES = 32;
const CODE_BYTES = 16;
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

const testSubject = ({ name, state, postalCode }: TestIdentity): Name =>
  testName(`${name} (TEST)`, [
    { ST: [{ utf8String: state }] },
    { '2.5.4.17': [{ utf8String: postalCode }] },
  ]);

/** The subject as the CCA's authorities write it: of the number its last four digits, of all else a random code. */
const faithfulSubject = (person: TestIdentity): Name =>
  nameOf([
    { C: [{ printableString: 'IN' }] },
    { O: [{ utf8String: 'Personal' }] },
    { ST: [{ utf8String: person.state }] },
    { '2.5.4.17': [{ utf8String: person.postalCode }] },
    { '2.5.4.65': [{ utf8String: hex(CODE_BYTES) }] },
    {
      '2.5.4.46': [
        { printableString: `${person.yearOfBirth}${person.gender}${hex(DIGEST_BYTES)}` },
      ],
    },
    { '2.5.4.12': [{ utf8String: person.number.slice(-VISIBLE_DIGITS) }] },
    { CN: [{ utf8String: person.name }] },
  ]);

/** What sets the profiles' certificates apart. */
const PROFILES = {
  default: {
    subject: testSubject,
    keys: makeKeys,
    usages: undefined,
    term: ({ notBefore, notAfter }: Pki): Term => ({ notBefore, notAfter }),
  },
  faithful: {
    subject: faithfulSubject,
    keys: makeRsaKeys,
    usages: [DOCUMENT_SIGNING],
    term: (_pki: Pki, at: Date): Term => {
      const notBefore = new Date(at.getTime() - MINUTE_MS);
      return { notBefore, notAfter: new Date(notBefore.getTime() + FAITHFUL_MINUTES * MINUTE_MS) };
    },
  },
} as const;

async function certify(desk: SigningDesk, job: SignatureJob): Promise<Signatory> {
  const { subject, keys: makePair, usages, term } = PROFILES[desk.profile];
  const keys = await makePair();
  const certificate = await makeCertificate({
    subject: subject(job.identity),
    keys,
    issuer: job.issuer ?? desk.pki.subCa,
    purpose: {
      ca: false,
      policies: [POLICY_EKYC_OTP],
      issuerUrls: desk.issuerUrls(),
      ...(usages ? { usages } : {}),
    },
    ...(job.term ?? term(desk.pki, job.at)),
  });
  return { certificate, privateKey: job.otherKey ?? KeyObject.from(keys.privateKey) };
}

/** What goes along with a signature, by its form. */
async function contentsOf(
  { pki }: SigningDesk,
  { form = 'pkcs7complete', at, ballast = [] }: SignatureJob,
  { certificate }: Signatory,
): Promise<Pick<SignedDataJob, 'ess' | 'protectsAlgorithms' | 'certificates' | 'crls'>> {
  if (form === 'pkcs7') {
    return { protectsAlgorithms: true, certificates: [certificate, ...ballast] };
  }
  const certificates = [certificate, pki.subCa.certificate, ...ballast];
  if (form === 'pkcs7complete') return { ess: true, certificates };
  return { ess: true, certificates, crls: [await makeCrl(pki.subCa, at)] };
}

async function makeCms(
  desk: SigningDesk,
  job: SignatureJob,
  signatory: Signatory,
): Promise<Buffer> {
  const contents = await contentsOf(desk, job, signatory);
  const digest = Buffer.from(job.inputHash, 'hex');
  const signed = signData({ signatory, digest, signingTime: job.at, ...contents });
  const [signer] = signed.signerInfos;
  if (job.form === 'pkcs7pdf' && signer) {
    const token = desk.tsa.stamp(signer.signature.valueBlock.valueHexView).toSchema();
    const attribute = new Attribute({ type: SIGNED_OID.timeStampToken, values: [token] });
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] });
  }
  const der = Buffer.from(contentInfoOf(signed).toSchema().toBER());
  return desk.profile === 'faithful' && job.form === 'pkcs7' ? toIndefinite(der) : der;
}

/**
 * Signs a hash for an identity: a new key, a certificate for it, a CMS over the hash in the form asked for. The key is
 * used once and dropped: no two signatures share a certificate.
 */
export async function issueSignature(
  desk: SigningDesk,
  job: SignatureJob,
): Promise<{ cms: Buffer; certificate: Buffer }> {
  const signatory = await certify(desk, job);
  return { cms: await makeCms(desk, job, signatory), certificate: signatory.certificate };
}
