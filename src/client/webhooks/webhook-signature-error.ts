import { EsignError } from '../errors/esign-error.ts';

/** Why a delivery was refused. */
export type WebhookProblem =
  | 'body_already_parsed'
  | 'no_secret'
  | 'missing_signature'
  | 'repeated_signature'
  | 'malformed_signature'
  | 'mismatch'
  | 'invalid_json'
  | 'invalid_shape'
  | 'missing_event'
  | 'event_mismatch'
  | 'too_old';

const WORDS: Readonly<Record<WebhookProblem, string>> = {
  body_already_parsed:
    'the body was parsed already: pass its raw bytes (express.raw; in Next a route handler, or bodyParser: false; a buffer parser in Fastify; on Lambda decode base64)',
  no_secret: 'no signing secret was given',
  missing_signature: 'the delivery carries no signature',
  repeated_signature: 'the delivery carries more than one signature',
  malformed_signature: 'the signature is not sha256= and 64 lowercase hexadecimal digits',
  mismatch: 'the signature does not fit the body and the secret',
  invalid_json: 'the signature is right, but the body is no JSON',
  invalid_shape: 'the signature is right, but the body is no event',
  missing_event: 'the delivery names no event type in its header',
  event_mismatch: 'the event type in the header is not the one in the body',
  too_old: 'the event is older than allowed',
};

/** A webhook delivery that must not be trusted; answer it with 401 and nothing more. */
export class WebhookSignatureError extends EsignError {
  readonly reason: WebhookProblem;
  /** Positions of secrets with white space around them, which is then the likely cause of a mismatch. */
  readonly suspectSecrets: readonly number[];

  constructor(reason: WebhookProblem, suspectSecrets: readonly number[] = []) {
    const named = suspectSecrets.map((at) => at + 1).join(', ');
    const suspicion = named === '' ? '' : `; there is white space around secret ${named}`;
    super(`${WORDS[reason]}${suspicion}`, { operation: 'verifyWebhook' });
    this.reason = reason;
    this.suspectSecrets = suspectSecrets;
  }
}
