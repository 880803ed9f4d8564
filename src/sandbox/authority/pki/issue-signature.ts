import { createHash, KeyObject, randomBytes } from 'node:crypto';
import type { Name } from '@peculiar/x509';
import { Attribute, SignedAndUnsignedAttributes } from 'pkijs';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../../service/index.ts';
import type { TestIdentity } from '../identities.ts';
import type { Issuer, IssuerUrls } from './make-x509.ts';
import { DOCUMENT_SIGNING, makeCertificate, makeCrl, makeKeys, makeRsaKeys } from './make-x509.ts';
import type { Pki } from './pki.ts';
import { nameOf, testName } from './pki.ts';
import type { Signatory, SignedDataJob } from './signed-data.ts';
import { contentInfoOf, SIGNED_OID, signData, toIndefinite } from './signed-data.ts';
import type { TestTimestampAuthority } from './timestamp.ts';
import { openTimestampAuthority } from './timestamp.ts';

const FORMS = ['pkcs7', 'pkcs7complete', 'pkcs7pdf'] as const;
/** The signer's certificate alone; with its chain; also with a timestamp and a CRL. */
export type SignatureForm = (typeof FORMS)[number];

export const isSignatureForm = (text: string): text is SignatureForm =>
  FORMS.some((form) => form === text);

/**
 * `default` certificates last for years, so that any tool trusts a signature on any day. `faithful`
 * ones are like real authorities': 30 minutes, their subjects and keys, and a CMS in BER.
 */
export type CertificateProfile = 'default' | 'faithful';

export interface SigningContext {
  readonly pki: Pki;
  readonly tsa: TestTimestampAuthority;
  readonly profile: CertificateProfile;
  readonly issuerUrls: () => IssuerUrls | null;
}

/** Default: the default profile, and no issuer URLs in certificates. */
export async function openSigningContext(
  pki: Pki,
  clock: Clock,
  choices: Partial<Pick<SigningContext, 'profile' | 'issuerUrls'>> = {},
): Promise<SigningContext> {
  const { profile = 'default', issuerUrls = () => null } = choices;
  return { pki, tsa: await openTimestampAuthority(pki, clock), profile, issuerUrls };
}

export interface SignatureJob {
  readonly identity: TestIdentity;
  /** SHA-256, 64 hexadecimal digits. */
  readonly inputHash: string;
  readonly at: Date;
  /** Default: `pkcs7complete`. */
  readonly form?: SignatureForm;
  /** The certificate's validity. Default: as in the profile. */
  readonly term?: Term;
  /** Default: the sub-CA. */
  readonly issuer?: Issuer;
  /** Signs with this key instead of the certificate's. */
  readonly otherKey?: KeyObject;
  readonly ballast?: readonly Buffer[];
}

interface Term {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const POLICY_EKYC_OTP = '2.16.356.100.2.4.1';
const FAITHFUL_MINUTES = 30;
const VISIBLE_DIGITS = 4;
const CODE_BYTES = 16;
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

const testSubject = ({ name, state, postalCode }: TestIdentity): Name =>
  testName(`${name} (TEST)`, [
    { ST: [{ utf8String: state }] },
    { '2.5.4.17': [{ utf8String: postalCode }] },
  ]);

const digestOf = ({ number }: TestIdentity): string =>
  createHash('sha256').update(number).digest('hex');

/** As the CCA's authorities write it: last four digits, a constant digest and a random code. */
const faithfulSubject = (person: TestIdentity): Name =>
  nameOf([
    { C: [{ printableString: 'IN' }] },
    { O: [{ utf8String: 'Personal' }] },
    { ST: [{ utf8String: person.state }] },
    { '2.5.4.17': [{ utf8String: person.postalCode }] },
    { '2.5.4.65': [{ utf8String: hex(CODE_BYTES) }] },
    {
      '2.5.4.46': [{ printableString: `${person.yearOfBirth}${person.gender}${digestOf(person)}` }],
    },
    { '2.5.4.12': [{ utf8String: person.number.slice(-VISIBLE_DIGITS) }] },
    { CN: [{ utf8String: person.name }] },
  ]);

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

async function certify(context: SigningContext, job: SignatureJob): Promise<Signatory> {
  const { subject, keys: makePair, usages, term } = PROFILES[context.profile];
  const keys = await makePair();
  const certificate = await makeCertificate({
    subject: subject(job.identity),
    keys,
    issuer: job.issuer ?? context.pki.subCa,
    purpose: {
      ca: false,
      policies: [POLICY_EKYC_OTP],
      issuerUrls: context.issuerUrls(),
      ...(usages ? { usages } : {}),
    },
    ...(job.term ?? term(context.pki, job.at)),
  });
  return { certificate, privateKey: job.otherKey ?? KeyObject.from(keys.privateKey) };
}

async function contentsOf(
  { pki }: SigningContext,
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
  context: SigningContext,
  job: SignatureJob,
  signatory: Signatory,
): Promise<Buffer> {
  const contents = await contentsOf(context, job, signatory);
  const digest = Buffer.from(job.inputHash, 'hex');
  const signed = signData({ signatory, digest, signingTime: job.at, ...contents });
  const [signer] = signed.signerInfos;
  if (job.form === 'pkcs7pdf' && signer) {
    const token = context.tsa.stamp(signer.signature.valueBlock.valueHexView).toSchema();
    const attribute = new Attribute({ type: SIGNED_OID.timeStampToken, values: [token] });
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] });
  }
  const der = Buffer.from(contentInfoOf(signed).toSchema().toBER());
  return context.profile === 'faithful' && job.form === 'pkcs7' ? toIndefinite(der) : der;
}

/** Signs a hash with a new key and certificate, which no other signature shares. */
export async function issueSignature(
  context: SigningContext,
  job: SignatureJob,
): Promise<{ cms: Buffer; certificate: Buffer }> {
  const signatory = await certify(context, job);
  return { cms: await makeCms(context, job, signatory), certificate: signatory.certificate };
}
