import { createHash, KeyObject, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../service/index.ts';
import type { FaultName, Faults } from '../faults.ts';
import { SLOW_MS } from '../faults.ts';
import type { SignatureJob, SigningDesk } from '../pki/issue-signature.ts';
import { issueSignature } from '../pki/issue-signature.ts';
import { makeKeys } from '../pki/keys.ts';
import type { Issuer } from '../pki/make-certificate.ts';
import { makeCertificate } from '../pki/make-certificate.ts';
import { testName } from '../pki/pki.ts';
import type { AnswerContent } from './answers.ts';
import { answerXml, sealXml, signAnswer } from './answers.ts';
import type { EspFailure } from './esp-failures.ts';

/** Which transaction is answered: its number, and the authority's own number of it. */
interface Answered {
  readonly txn: string;
  readonly resCode: string;
}

/** What answers are made with. */
export interface AnswerDeskOptions {
  readonly desk: SigningDesk;
  readonly clock: Clock;
  readonly faults: Faults;
}

/** Makes the authority's answers, and spoils them where a fault is set. */
export interface AnswerDesk {
  /** Answers by a signature; a slow one takes its time. */
  sign(answered: Answered, job: Omit<SignatureJob, 'at'>): Promise<string>;
  /** Answers why there is none. */
  fail(answered: Answered, failure: EspFailure): string;
}

type SignedContent = Extract<AnswerContent, { outcome: 'signed' }>;
type Maybe<T> = T | Promise<T>;

/** What a fault does on the way of an answer: to what is signed, to what is said, to the XML, to its seal, to the whole. */
interface Spoiling {
  readonly job?: (job: SignatureJob, desk: SigningDesk) => Maybe<SignatureJob>;
  readonly content?: (content: SignedContent) => SignedContent;
  readonly xml?: (xml: string) => string;
  readonly seal?: (xml: string, desk: SigningDesk) => string;
  readonly whole?: (sealed: string, last: string | null) => string;
}

const HOUR_MS = 3600_000;
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

/** A root of its own, that nobody else knows. */
async function strangeIssuer(at: Date): Promise<Issuer> {
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

const SPOILINGS: Readonly<Record<Exclude<FaultName, 'slow' | 'down'>, Spoiling>> = {
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
  'unknown-root': { job: async (job) => ({ ...job, issuer: await strangeIssuer(job.at) }) },
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

const spoilingOf = (fault: FaultName | undefined): Spoiling =>
  fault === undefined || fault === 'slow' || fault === 'down' ? {} : SPOILINGS[fault];

/** Opens the desk; it remembers its last answer, to bring it again. */
export function openAnswerDesk({ desk, clock, faults }: AnswerDeskOptions): AnswerDesk {
  const { pki } = desk;
  let last: string | null = null;

  async function answer(answered: Answered, job: SignatureJob, spoiling: Spoiling) {
    const spoiled = (await spoiling.job?.(job, desk)) ?? job;
    const signature = await issueSignature(desk, spoiled);
    const content = { outcome: 'signed' as const, ...answered, at: clock.now(), ...signature };
    const written = answerXml(spoiling.content?.(content) ?? content);
    const xml = spoiling.xml?.(written) ?? written;
    const sealed = spoiling.seal?.(xml, desk) ?? sealXml(xml, pki.answer);
    return spoiling.whole?.(sealed, last) ?? sealed;
  }

  return {
    async sign(answered, job) {
      const fault = faults.take('answer');
      const isSlow = job.identity.outcome.kind === 'slow';
      if (fault?.fault === 'slow') await delay(fault.delayMs, undefined, { ref: false });
      else if (isSlow) await delay(SLOW_MS, undefined, { ref: false });
      const spoiling = spoilingOf(fault?.fault);
      last = await answer(answered, { ...job, at: clock.now() }, spoiling);
      return last;
    },
    fail: (answered, { code, message }) =>
      signAnswer({ outcome: 'failed', ...answered, at: clock.now(), code, message }, pki.answer),
  };
}
