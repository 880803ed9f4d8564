import { EsignError } from '../errors/esign-error.ts';
import { nameErrors } from '../errors/name-errors.ts';

/** Why a delivery does not verify. */
export type WebhookProblem =
  | 'body_already_parsed'
  | 'no_secret'
  | 'missing_signature'
  | 'repeated_signature'
  | 'malformed_signature'
  | 'malformed_standard'
  | 'mismatch'
  | 'invalid_json'
  | 'invalid_shape'
  | 'event_mismatch'
  | 'missing_timestamp'
  | 'stale_timestamp'
  | 'too_old';

const MESSAGES: Readonly<Record<WebhookProblem, string>> = {
  body_already_parsed:
    'the body was parsed already: pass its raw bytes (express.raw; in Next a route handler, or bodyParser: false; a buffer parser in Fastify; on Lambda decode base64)',
  no_secret: 'no signing secret was given',
  missing_signature: 'the delivery has no signature',
  repeated_signature: 'the delivery has more than one signature',
  malformed_signature: 'the signature is not sha256= followed by 64 lowercase hexadecimal digits',
  malformed_standard:
    'webhook-id, webhook-timestamp and webhook-signature are not all there, each once and in the form of Standard Webhooks',
  mismatch: 'the signature does not match the body and the secret',
  invalid_json: 'the signature is valid, but the body is not JSON',
  invalid_shape: 'the signature is valid, but the body is not an event',
  event_mismatch: 'the event type in the headers is not the one in the body',
  missing_timestamp: 'the delivery has no webhook-timestamp, which is required here',
  stale_timestamp: 'webhook-timestamp is more than 5 minutes away from the present',
  too_old: 'the event is older than allowed',
};

/** A delivery that must not be trusted: respond with a bare 401. */
export class WebhookSignatureError extends EsignError {
  /** Why it does not verify. */
  readonly reason: WebhookProblem;
  /** Indices of secrets with surrounding white space, the likely cause of a mismatch. */
  readonly suspectSecrets: readonly number[];

  constructor(reason: WebhookProblem, suspectSecrets: readonly number[] = []) {
    const named = suspectSecrets.map((at) => at + 1).join(', ');
    const suspicion = named === '' ? '' : `; there is white space around secret ${named}`;
    super(`${MESSAGES[reason]}${suspicion}`, { operation: 'verifyWebhook' });
    this.reason = reason;
    this.suspectSecrets = suspectSecrets;
  }
}

nameErrors({ WebhookSignatureError });
