import { X509Certificate } from 'node:crypto';
import { EXTENSION, mayUseKey, USAGE } from '../../../pdf/trust/certificate-extensions.ts';
import { parseCertificate } from '../../../pdf/trust/parsed-certificate.ts';
import { policiesOf } from '../../../pdf/trust/policies.ts';
import type { GatewayNames } from '../../core/signing/breaker.rules.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  BrowserForm,
  GatewayAnswer,
  GatewayRequest,
  SigningGateway,
} from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import type { AnswerJudge } from './answer-judge.ts';
import type { ResponseSigType, XmlSigner } from './sign-request.ts';
import { requestXml, signXml } from './sign-request.ts';

/** The CCA's policies for certificates based on eKYC. */
const EKYC = /^2\.16\.356\.100\.2\.4(?:\.\d+)*$/;

/**
 * Whether a DER certificate is a person's, issued after an electronic identity check, by its
 * policies (RFC 5280, 4.2.1.4) and key usage. Service and authority certificates share its chain.
 */
export function isSignersCertificate(der: Buffer): boolean {
  try {
    const { extensions } = parseCertificate(new X509Certificate(der));
    return (
      extensions.has(EXTENSION.keyUsage) &&
      mayUseKey(extensions, USAGE.digitalSignature | USAGE.nonRepudiation) &&
      policiesOf(extensions).some((policy) => EKYC.test(policy))
    );
  } catch {
    return false;
  }
}

type GatewayTransport = 'protean' | 'cdac';

interface TransportForm {
  readonly encoding: BrowserForm['encoding'];
  fields(request: string, txn: string): Readonly<Record<string, string>>;
}

const FORMS: Readonly<Record<GatewayTransport, TransportForm>> = {
  protean: {
    encoding: 'multipart/form-data',
    fields: (request) => ({ msg: request }),
  },
  cdac: {
    encoding: 'application/x-www-form-urlencoded',
    fields: (request, txn) => ({
      eSignRequest: request,
      aspTxnID: txn,
      'Content-Type': 'application/xml',
    }),
  },
};

/** Accepted with any transport: gateways differ, and change. */
const ANSWER_FIELDS = ['msg', 'eSignResponse', 'esignResp', 'XML'];

/** @throws {GatewayAnswerRefused} `malformed` unless there is exactly one answer */
function answerIn(fields: Readonly<Record<string, string>>): string {
  const [name = '', more] = ANSWER_FIELDS.filter((known) => Object.hasOwn(fields, known));
  const text = fields[name] ?? '';
  if (text === '' || more !== undefined) {
    throw new GatewayAnswerRefused('malformed', 'The form must hold exactly one answer.');
  }
  return /^%3c/i.test(text) ? decode(text) : text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    throw new GatewayAnswerRefused('malformed', 'The answer is not url-encoded text.');
  }
}

const SESSION_MS = 15 * 60_000;
/** Enough for a CMS with its chain, a revocation list and a timestamp, all RSA. */
const CMS_RESERVE_BYTES = 16_384;

/** The `/SubFilter` of each form; only CAdES binds the certificate (signingCertificateV2). */
const SUB_FILTERS = {
  pkcs7: 'adbe.pkcs7.detached',
  pkcs7complete: 'ETSI.CAdES.detached',
  pkcs7pdf: 'ETSI.CAdES.detached',
} as const satisfies Readonly<Record<ResponseSigType, SigningGateway['subFilter']>>;

export interface EsignGatewayOptions {
  /** Recorded in attempts: never reuse it for another gateway. */
  readonly id: string;
  readonly transport: GatewayTransport;
  readonly action: string;
  readonly aspId: string;
  /** The service's registered certificate and RSA key, to sign requests. */
  readonly asp: XmlSigner;
  /** Pinned certificates that sign answers, DER; several during a rollover. */
  readonly espCertificates: readonly Buffer[];
  /** Roots of signers' certificates, DER. */
  readonly roots: readonly Buffer[];
  /** Intermediate certificates, DER; none by default. */
  readonly chain?: readonly Buffer[];
  /** Shared by all gateways of a process. */
  readonly judge: Pick<AnswerJudge, 'judge'>;
  readonly clock: Clock;
  readonly name: string;
  /** Shown to signers; by default `name`, with Aadhaar as the identity. */
  readonly names?: GatewayNames;
  /** Marks signatures and pages as a test. */
  readonly isTest: boolean;
  readonly responseSigType?: ResponseSigType;
  /** By default the one for `responseSigType`. */
  readonly subFilter?: SigningGateway['subFilter'];
  readonly reserve?: number;
  /** Parameter of `action` for the signer's language; none by default. Never signed. */
  readonly languageParameter?: string;
}

const namesFor = (authority: string): GatewayNames => ({
  en: { authority, identity: 'Aadhaar' },
  hi: { authority, identity: 'आधार' },
});

/** A gateway for CCA eSign API 2.1. The signed `Esign` and `EsignResp` pass through the browser. */
export function esignGateway(options: EsignGatewayOptions): SigningGateway {
  const { transport, aspId, asp, espCertificates: pinned, judge, clock } = options;
  const { responseSigType = 'pkcs7complete' } = options;
  return {
    id: options.id,
    name: options.name,
    names: options.names ?? namesFor(options.name),
    subFilter: options.subFilter ?? SUB_FILTERS[responseSigType],
    reserve: options.reserve ?? CMS_RESERVE_BYTES,
    roots: options.roots,
    chain: options.chain ?? [],
    sessionMs: SESSION_MS,
    isTest: options.isTest,
    async begin(request): Promise<BrowserForm> {
      const xml = signXml(requestXml(request, { aspId, responseSigType, at: clock.now() }), asp);
      const { encoding, fields } = FORMS[transport];
      const action = actionIn(request.language, options);
      return { action, method: 'POST', encoding, fields: fields(xml, request.txn) };
    },
    async complete(fields): Promise<GatewayAnswer> {
      const xml = answerIn(fields);
      return signsForPeople(await judge.judge({ xml, pinned, now: clock.now() }));
    },
    answerIn: (fields) => Buffer.from(answerIn(fields)),
  };
}

function actionIn(
  language: GatewayRequest['language'],
  { action, languageParameter }: Pick<EsignGatewayOptions, 'action' | 'languageParameter'>,
): string {
  if (languageParameter === undefined) return action;
  const url = new URL(action);
  url.searchParams.set(languageParameter, language);
  return url.href;
}

/** Fails an answer whose certificate isn't a person's, even if its chain is trusted. */
function signsForPeople(answer: GatewayAnswer): GatewayAnswer {
  if (answer.outcome === 'failed' || isSignersCertificate(answer.certificate)) return answer;
  const { txn, answeredAt } = answer;
  return { outcome: 'failed', txn, answeredAt, reason: 'untrusted_certificate' };
}
