import { isRecord } from '../../contract/is-record.ts';
import type { WebhookEvent } from '../../contract/webhooks/webhook-event.ts';
import { EVENT_HEADER, EVENT_TYPES } from '../../contract/webhooks/webhook-headers.ts';
import type { Delivery, SignedDelivery } from './read-delivery.ts';
import { valuesOf } from './read-delivery.ts';
import { refuse } from './refuse.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** An event of a type that this version does not know. */
export interface UnknownWebhookEvent {
  /** The type. */
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Checks of a delivery beyond its signature. */
export interface VerifyOptions {
  /** Maximum age of events in milliseconds. Default: no limit, since retries end within 7 days. */
  readonly maxAgeMs?: number;
  /**
   * Refuses deliveries without the headers of Standard Webhooks: without a timestamp, a captured
   * delivery can be replayed at any time. Default: false, since the specification has no timestamp.
   */
  readonly requireTimestamp?: boolean;
  /** The time to measure ages by. Default: now. */
  readonly now?: Date;
}

/** A verified delivery. */
export interface OpenedWebhook {
  /** The event of the body. */
  readonly event: WebhookEvent | UnknownWebhookEvent;
  /** Index of the secret that matches. */
  readonly secretIndex: number;
  /** Indices of secrets with surrounding white space, which is probably a mistake. */
  readonly suspectSecrets: readonly number[];
}

const suspectsAmong = (secrets: readonly string[]): readonly number[] =>
  secrets.flatMap((secret, index) => (secret === secret.trim() ? [] : [index]));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isSigner = (value: unknown): boolean =>
  isRecord(value) && isText(value.signerId) && typeof value.hasSigned === 'boolean';

const isKnownType = (type: string): boolean => EVENT_TYPES.some((known) => known === type);

/** For known types, checks the fields that a handler reads. */
function isEvent(value: unknown): value is UnknownWebhookEvent {
  if (!isRecord(value) || !isText(value.event)) return false;
  if (!isKnownType(value.event)) return true;
  const { documentId, status, occurredAt, signers, signer = null } = value;
  if (![documentId, status, occurredAt].every(isText)) return false;
  return Array.isArray(signers) && signers.every(isSigner) && (signer === null || isSigner(signer));
}

/** Narrows an event to those that this version knows. */
export function isKnownEvent(event: WebhookEvent | UnknownWebhookEvent): event is WebhookEvent {
  return isKnownType(event.event);
}

function parseEvent(body: Uint8Array): UnknownWebhookEvent {
  let parsed: unknown;
  try {
    // The signature covers a byte order mark, which is accepted: decoding removes it
    parsed = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return refuse('invalid_json');
  }
  return isEvent(parsed) ? parsed : refuse('invalid_shape');
}

/** Headers are not signed: proxies may drop this one, but a contradiction is refused. */
function checkEventHeader(headers: Delivery['headers'], event: string): void {
  if (typeof headers !== 'object' || headers === null) return;
  const [value = event, ...others] = valuesOf(headers, EVENT_HEADER);
  if (value !== event || others.length > 0) refuse('event_mismatch');
}

const TOLERANCE_S = 5 * 60;

function checkTimes(
  { timestamp }: SignedDelivery,
  { occurredAt }: UnknownWebhookEvent,
  { maxAgeMs, requireTimestamp = false, now = new Date() }: VerifyOptions,
): void {
  if (timestamp === undefined && requireTimestamp) refuse('missing_timestamp');
  const agesBy = Math.abs(now.getTime() / 1000 - (timestamp ?? now.getTime() / 1000));
  if (agesBy > TOLERANCE_S) refuse('stale_timestamp');
  if (maxAgeMs === undefined) return;
  const age = now.getTime() - Date.parse(typeof occurredAt === 'string' ? occurredAt : '');
  if (!(age <= maxAgeMs)) refuse('too_old');
}

/**
 * `fits`: by signature, which secrets match. Throws `WebhookSignatureError` if none does, or for
 * another event or time.
 */
export function openDelivery(
  signed: SignedDelivery & Pick<Delivery, 'headers'>,
  fits: readonly (readonly boolean[])[],
  options: VerifyOptions,
): OpenedWebhook {
  const [secretIndex = -1, ...others] = fits.map((bySecret) => bySecret.indexOf(true));
  const suspectSecrets = suspectsAmong(signed.secrets);
  if (secretIndex < 0 || others.some((index) => index < 0))
    throw new WebhookSignatureError('mismatch', suspectSecrets);
  const event = parseEvent(signed.body);
  checkEventHeader(signed.headers, event.event);
  checkTimes(signed, event, options);
  return { event, secretIndex, suspectSecrets };
}
