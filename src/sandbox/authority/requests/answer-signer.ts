import { createHash, KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SignedXml } from 'xml-crypto';
import { HOUR_MS } from '../../../contract/durations.ts';
import { xml } from '../../../html/html.ts';
import type { Clock } from '../../../service/index.ts';
import type { FaultName, Faults } from '../../faults.ts';
import { SLOW_MS } from '../../faults.ts';
import type { SignatureJob, SigningContext } from '../pki/issue-signature.ts';
import { issueSignature } from '../pki/issue-signature.ts';
import type { Issuer } from '../pki/make-x509.ts';
import { makeCertificate, makeKeys } from '../pki/make-x509.ts';
import type { CertifiedKey } from '../pki/pki.ts';
import { testName } from '../pki/pki.ts';
import { writeIndianTime } from './check-request.ts';
import type { EspFailure } from './esp-failures.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

interface AnswerHead {
  readonly txn: string;
  /** The authority's own id: 32 hexadecimal digits. */
  readonly resCode: string;
  readonly at: Date;
}

export type AnswerContent = AnswerHead &
  (
    | {
        readonly outcome: 'signed';
        readonly cms: Buffer;
        /** DER. */
        readonly certificate: Buffer;
      }
    | { readonly outcome: 'failed'; readonly code: string; readonly message: string }
  );

/** Unsigned XML (CCA eSign API 2.1, `EsignResp`). */
export function answerXml(content: AnswerContent): string {
  const { resCode, at, txn } = content;
  const isSigned = content.outcome === 'signed';
  const [code, message] = isSigned ? ['NA', 'NA'] : [content.code, content.message];
  const signature =
    isSigned &&
    xml`<UserX509Certificate>${content.certificate.toString('base64')}</UserX509Certificate><Signatures><DocSignature error="" id="1" sigHashAlgorithm="SHA256">${content.cms.toString('base64')}</DocSignature></Signatures>`;
  return xml`<EsignResp errCode="${code}" errMsg="${message}" resCode="${resCode}" status="${isSigned ? 1 : 0}" ts="${writeIndianTime(at)}" txn="${txn}">${signature}</EsignResp>`
    .text;
}

const standardBase64 = (text = ''): string => Buffer.from(text, 'base64url').toString('base64');

function keyInfo(certificate: Buffer): string {
  const { n, e } = new X509Certificate(certificate).publicKey.export({ format: 'jwk' });
  return xml`<KeyValue><RSAKeyValue><Modulus>${standardBase64(n)}</Modulus><Exponent>${standardBase64(e)}</Exponent></RSAKeyValue></KeyValue><X509Data><X509Certificate>${certificate.toString('base64')}</X509Certificate></X509Data>`
    .text;
}

/** Adds the authority's enveloped signature (XML-DSig, rsa-sha256). */
export function sealXml(text: string, { certificate, privateKey }: CertifiedKey): string {
  const sealed = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    getKeyInfoContent: () => keyInfo(certificate),
  });
  sealed.addReference({
    xpath: '/*',
    uri: '',
    isEmptyUri: true,
    transforms: [`${DSIG}enveloped-signature`],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  sealed.computeSignature(text);
  return sealed.getSignedXml();
}

export const signAnswer = (content: AnswerContent, key: CertifiedKey): string =>
  sealXml(answerXml(content), key);

interface SigningTransaction {
  readonly txn: string;
  readonly resCode: string;
}

export interface AnswerSignerOptions {
  readonly signing: SigningContext;
  readonly clock: Clock;
  readonly faults: Faults;
}

type SignedContent = Extract<AnswerContent, { outcome: 'signed' }>;
type Maybe<T> = T | Promise<T>;

interface FaultEffect {
  readonly job?: (job: SignatureJob, context: SigningContext) => Maybe<SignatureJob>;
  readonly content?: (content: SignedContent) => SignedContent;
  readonly xml?: (xml: string) => string;
  readonly seal?: (xml: string, context: SigningContext) => string;
  readonly whole?: (sealed: string, last: string | null) => string;
}

const BALLAST = 40;
const CUT_BYTES = 16;
const SIGNATURE = /<DocSignature.*<\/DocSignature>/;

const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS);
const otherTxn = (): string => `OTHER-${randomBytes(8).toString('hex')}`;

const withTerm =
  (from: number, to: number) =>
  (job: SignatureJob): SignatureJob => {
    const term = { notBefore: hoursAfter(job.at, from), notAfter: hoursAfter(job.at, to) };
    return { ...job, term };
  };

async function unknownIssuer(at: Date): Promise<Issuer> {
  const keys = await makeKeys();
  const certificate = await makeCertificate({
    subject: testName('TEST Unknown Root CA'),
    keys,
    issuer: null,
    purpose: { ca: true, pathLength: 0 },
    notBefore: hoursAfter(at, -1),
    notAfter: hoursAfter(at, 1),
  });
  return { certificate, privateKey: keys.privateKey };
}

const otherKey = async (): Promise<KeyObject> => KeyObject.from((await makeKeys()).privateKey);

const withCms = (change: (cms: Buffer) => Buffer) => (content: SignedContent) => {
  return { ...content, cms: change(content.cms) };
};

const EFFECTS: Readonly<Record<Exclude<FaultName, 'slow' | 'down' | 'no-timestamp'>, FaultEffect>> =
  {
    'wrong-hash': {
      job(job) {
        return { ...job, inputHash: createHash('sha256').update(job.inputHash).digest('hex') };
      },
    },
    'wrong-transaction': { content: (content) => ({ ...content, txn: otherTxn() }) },
    'bad-signature': { seal: (xml, { pki }) => sealXml(xml, pki.asp) },
    unsigned: { seal: (xml) => xml },
    'bad-cms': { job: async (job) => ({ ...job, otherKey: await otherKey() }) },
    replay: {
      content: (content) => ({ ...content, txn: otherTxn() }),
      whole: (sealed, last) => last ?? sealed,
    },
    'expired-certificate': { job: withTerm(-2, -1) },
    'early-certificate': { job: withTerm(1, 2) },
    'unknown-root': { job: async (job) => ({ ...job, issuer: await unknownIssuer(job.at) }) },
    truncated: { whole: (sealed) => sealed.slice(0, sealed.length / 2) },
    'cut-cms': { content: withCms((cms) => cms.subarray(0, -CUT_BYTES)) },
    'long-cms': { content: withCms((cms) => Buffer.concat([cms, Buffer.alloc(CUT_BYTES)])) },
    'large-cms': {
      job: (job, { pki }) => ({ ...job, ballast: Array(BALLAST).fill(pki.subCa.certificate) }),
    },
    'no-signature': { xml: (xml) => xml.replace(SIGNATURE, '') },
    'two-signatures': { xml: (xml) => xml.replace(SIGNATURE, '$&$&') },
    'wrong-clock': { content: (content) => ({ ...content, at: hoursAfter(content.at, -1) }) },
    doctype: { whole: (sealed) => `<!DOCTYPE EsignResp [<!ENTITY a "b">]>${sealed}` },
    wrapped: {
      whole: (sealed) => sealed.replace(/^<EsignResp[^>]*>/, (head) => `${head}${sealed}`),
    },
  };

const hasEffect = (fault: string): fault is keyof typeof EFFECTS => Object.hasOwn(EFFECTS, fault);

const effectOf = (fault: string | undefined): FaultEffect =>
  fault && hasEffect(fault) ? EFFECTS[fault] : {};

/** Remembers its last answer for `replay`. */
export function openAnswerSigner({ signing, clock, faults }: AnswerSignerOptions) {
  const { pki } = signing;
  let last: string | null = null;

  async function answer(transaction: SigningTransaction, job: SignatureJob, effect: FaultEffect) {
    const changed = (await effect.job?.(job, signing)) ?? job;
    const signature = await issueSignature(signing, changed);
    const content = { outcome: 'signed' as const, ...transaction, at: clock.now(), ...signature };
    const written = answerXml(effect.content?.(content) ?? content);
    const xml = effect.xml?.(written) ?? written;
    const sealed = effect.seal?.(xml, signing) ?? sealXml(xml, pki.answer);
    return effect.whole?.(sealed, last) ?? sealed;
  }

  return {
    /** A slow identity or fault delays it. */
    async sign(transaction: SigningTransaction, job: Omit<SignatureJob, 'at'>) {
      const fault = faults.take('answer');
      const isSlow = job.identity.outcome.kind === 'slow';
      if (fault?.fault === 'slow') await delay(fault.delayMs, undefined, { ref: false });
      else if (isSlow) await delay(SLOW_MS, undefined, { ref: false });
      const effect = effectOf(fault?.fault);
      last = await answer(transaction, { ...job, at: clock.now() }, effect);
      return last;
    },
    fail: (transaction: SigningTransaction, { code, message }: EspFailure) =>
      signAnswer({ outcome: 'failed', ...transaction, at: clock.now(), code, message }, pki.answer),
  };
}

export type AnswerSigner = ReturnType<typeof openAnswerSigner>;
