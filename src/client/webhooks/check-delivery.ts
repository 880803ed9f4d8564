import { isRecord } from '../../contract/is-record.ts';
import type { WebhookEvent } from '../../contract/webhook-event.ts';
import {
  EVENT_HEADER,
  EVENT_TYPES,
  SIGNATURE_HEADER,
  SIGNATURE_PATTERN,
} from '../../contract/webhook-headers.ts';
import type { RawBody } from './raw-bytes.ts';
import { bytesOf } from './raw-bytes.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** Headers from Node, fetch or a plain object. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

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
  /** The time to measure the age by. Default: now. */
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

/** A delivery, and the secrets to verify it with. */
export interface Delivery {
  /** The raw bytes of the body, or their text. */
  readonly rawBody: RawBody;
  /** The delivery's headers, or only the value of `X-Service-Signature`. */
  readonly headers: DeliveryHeaders | string | null | undefined;
  /** The endpoint's secret, or all secrets in use during a rotation. */
  readonly secrets: string | readonly string[];
}

function refuse(reason: WebhookSignatureError['reason']): never {
  throw new WebhookSignatureError(reason);
}

const hasGet = (headers: unknown): headers is { get(name: string): unknown } =>
  isRecord(headers) && typeof headers.get === 'function';

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** Every value of a header; the case of its name is ignored. */
function valuesOf(headers: DeliveryHeaders, name: string): readonly unknown[] {
  if (hasGet(headers)) {
    const value = headers.get(name);
    return value === null || value === undefined ? [] : [value];
  }
  const wanted = name.toLowerCase();
  const found: unknown[] = [];
  for (const key of Object.keys(headers)) {
    if (key.length === name.length && key.toLowerCase() === wanted)
      found.push(...listOf(headers[key]));
  }
  return found;
}

function signatureIn(headers: Delivery['headers']): string {
  if (headers === undefined || headers === null || headers === '')
    return refuse('missing_signature');
  const values = typeof headers === 'string' ? [headers] : valuesOf(headers, SIGNATURE_HEADER);
  const [signature] = values;
  if (signature === undefined || signature === '') return refuse('missing_signature');
  if (typeof signature !== 'string') return refuse('malformed_signature');
  if (values.length > 1) return refuse('repeated_signature');
  if (SIGNATURE_PATTERN.test(signature)) return signature;
  // Node and fetch join the values of a repeated header with a comma
  const schemes = signature.split(',').filter((part) => part.trim().startsWith('sha256='));
  return refuse(schemes.length > 1 ? 'repeated_signature' : 'malformed_signature');
}

function secretList(secrets: string | readonly string[]): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(list) || list.length === 0) return refuse('no_secret');
  if (list.some((secret) => typeof secret !== 'string' || secret === ''))
    return refuse('no_secret');
  return list;
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

function checkEventHeader(headers: Delivery['headers'], event: string): void {
  if (typeof headers !== 'object' || headers === null) return;
  const values = valuesOf(headers, EVENT_HEADER);
  if (values.length === 0) refuse('missing_event');
  if (values.length > 1 || values[0] !== event) refuse('event_mismatch');
}

function checkAge({ occurredAt }: UnknownWebhookEvent, options: VerifyOptions): void {
  const { maxAgeMs } = options;
  if (maxAgeMs === undefined) return;
  const { now = new Date() } = options;
  const age = now.getTime() - Date.parse(typeof occurredAt === 'string' ? occurredAt : '');
  if (!(age <= maxAgeMs)) refuse('too_old');
}

/** A delivery to verify with each of the secrets. */
export interface SignedDelivery {
  readonly body: Uint8Array;
  readonly secrets: readonly string[];
  /** `sha256=` and 64 lowercase hexadecimal digits. */
  readonly signature: string;
}

/** Reads a delivery without trusting it. Throws only `WebhookSignatureError`. */
export function readDelivery({ rawBody, headers, secrets }: Delivery): SignedDelivery {
  const body = bytesOf(rawBody);
  return { body, secrets: secretList(secrets), signature: signatureIn(headers) };
}

/** `fits`: which secrets match. Throws `WebhookSignatureError` if none, or for another event. */
export function openDelivery(
  { headers, body, secrets }: SignedDelivery & Pick<Delivery, 'headers'>,
  fits: readonly boolean[],
  options: VerifyOptions,
): OpenedWebhook {
  const secretIndex = fits.indexOf(true);
  const suspectSecrets = suspectsAmong(secrets);
  if (secretIndex < 0) throw new WebhookSignatureError('mismatch', suspectSecrets);
  const event = parseEvent(body);
  checkEventHeader(headers, event.event);
  checkAge(event, options);
  return { event, secretIndex, suspectSecrets };
}
