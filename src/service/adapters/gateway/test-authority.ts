import type { KeyObject } from 'node:crypto';
import { sign, verify, X509Certificate } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Clock } from '../../ports/clock.ts';
import type {
  BrowserForm,
  GatewayAnswer,
  GatewayRequest,
  SigningGateway,
} from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';

const SESSION_MS = 15 * 60_000;
/** Two P-256 or RSA certificates and the attributes of a CMS fit with room to spare. */
const CMS_RESERVE_BYTES = 8192;
const ANSWER_LIMIT_BYTES = 256 * 1024;
const BASE64 = '^[A-Za-z0-9+/]+={0,2}$';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Signed = Type.Object({
  type: Type.Literal('signature-answer'),
  outcome: Type.Literal('signed'),
  txn: Type.String({ minLength: 1 }),
  cms: Type.String({ pattern: BASE64 }),
  certificate: Type.String({ pattern: BASE64 }),
  otpSentAt: TextOrNull,
  otpVerifiedAt: TextOrNull,
});
const Failed = Type.Object({
  type: Type.Literal('signature-answer'),
  outcome: Type.Literal('failed'),
  txn: Type.String({ minLength: 1 }),
  reason: Type.String({ pattern: '^[a-z_]{1,40}$' }),
  message: Type.String({ minLength: 1, maxLength: 300 }),
});

/** What the service knows of a test authority, and what it is known by there. */
export interface TestAuthorityOptions {
  /** Where the signer's browser brings requests. */
  readonly action: string;
  /** Ed25519 private key that signs requests; the authority has its public half. */
  readonly requestKey: KeyObject;
  /** Certificates, DER, whose P-256 keys sign answers: pinned, several while they roll over. */
  readonly answerCertificates: readonly Buffer[];
  /** Certificates, DER, that signers' chains must end in. */
  readonly roots: readonly Buffer[];
  readonly clock: Clock;
  readonly name?: string;
  readonly isTest?: boolean;
  /** Milliseconds that a signer may stay; 15 minutes unless told. */
  readonly sessionMs?: number;
}

const refused = (reason: string, message: string): GatewayAnswerRefused =>
  new GatewayAnswerRefused(reason, message);

function isSignedBy(certificate: Buffer, signed: { body: Buffer; mark: Buffer; at: Date }) {
  const { validFrom, validTo, publicKey } = new X509Certificate(certificate);
  if (signed.at < new Date(validFrom) || signed.at > new Date(validTo)) return false;
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', signed.body, key, signed.mark);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw refused('malformed', 'The answer is no JSON text.');
  }
}

function dateOrNull(text: string | null): Date | null {
  if (text === null) return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw refused('malformed', 'The answer holds a wrong time.');
  return date;
}

/** Reads an answer's form; its bytes are known to be the authority's. */
function readAnswer(content: unknown): GatewayAnswer {
  if (Value.Check(Failed, content)) {
    const { txn, reason, message } = content;
    return { outcome: 'failed', txn, reason, message };
  }
  if (!Value.Check(Signed, content)) throw refused('malformed', 'The answer has a wrong form.');
  return {
    outcome: 'signed',
    txn: content.txn,
    cms: Buffer.from(content.cms, 'base64'),
    certificate: Buffer.from(content.certificate, 'base64'),
    otpSentAt: dateOrNull(content.otpSentAt),
    otpVerifiedAt: dateOrNull(content.otpVerifiedAt),
  };
}

function splitAnswer(answer: string | undefined): { body: Buffer; mark: Buffer } {
  if (!answer) throw refused('malformed', 'The answer is missing.');
  if (answer.length > ANSWER_LIMIT_BYTES) throw refused('malformed', 'The answer is too large.');
  const parts = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(answer);
  if (!parts) throw refused('malformed', 'The answer is not two parts in base64url.');
  const [, body = '', mark = ''] = parts;
  return { body: Buffer.from(body, 'base64url'), mark: Buffer.from(mark, 'base64url') };
}

function signedRequest(request: GatewayRequest, at: Date, key: KeyObject): string {
  const body = Buffer.from(
    JSON.stringify({
      type: 'signature-request',
      txn: request.txn,
      inputHash: request.inputHash,
      documentName: request.documentName,
      signerName: request.signerName,
      returnUrl: request.returnUrl,
      time: at.toISOString(),
    }),
  );
  return `${body.toString('base64url')}.${sign(null, body, key).toString('base64url')}`;
}

/**
 * The gateway of a test authority: requests are JSON signed by Ed25519 in the form field `request`, answers JSON signed
 * by ECDSA P-256 in the field `answer`, each as two base64url parts joined by a dot.
 */
export function testAuthorityGateway(options: TestAuthorityOptions): SigningGateway {
  const { action, requestKey, answerCertificates, clock } = options;
  return {
    name: options.name ?? 'TEST Certifying Authority',
    subFilter: 'ETSI.CAdES.detached',
    reserve: CMS_RESERVE_BYTES,
    roots: options.roots,
    sessionMs: options.sessionMs ?? SESSION_MS,
    isTest: options.isTest ?? true,
    async begin(request): Promise<BrowserForm> {
      const fields = { request: signedRequest(request, clock.now(), requestKey) };
      return { action, method: 'POST', fields };
    },
    async complete({ answer }): Promise<GatewayAnswer> {
      const signed = { ...splitAnswer(answer), at: clock.now() };
      if (!answerCertificates.some((certificate) => isSignedBy(certificate, signed))) {
        throw refused('bad_gateway_signature', 'The answer is not signed by the authority.');
      }
      return readAnswer(parseJson(signed.body));
    },
  };
}
