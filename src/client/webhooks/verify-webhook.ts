import { timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from '../../contract/webhook-event.ts';
import {
  EVENT_HEADER,
  SIGNATURE_HEADER,
  SIGNATURE_PATTERN,
  signWebhook,
} from '../../contract/webhook-signature.ts';
import { isFields } from '../http/answer-shape.ts';
import type { RawBody } from './raw-bytes.ts';
import { bytesOf } from './raw-bytes.ts';
import type { UnknownWebhookEvent } from './webhook-shape.ts';
import { isEvent } from './webhook-shape.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** Headers as Node, fetch or a plain object hold them. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a delivery must satisfy beside its signature. */
export interface VerifyOptions {
  /** Refuses events that occurred longer ago, in milliseconds. Retries take up to 7 days; off by default. */
  readonly maxAgeMs?: number;
  /** The time to measure age by. */
  readonly now?: Date;
}

/** A delivery that verifies. */
export interface OpenedWebhook {
  readonly event: WebhookEvent | UnknownWebhookEvent;
  /** Position of the secret that fits, from 0. */
  readonly secretIndex: number;
  /** Positions of secrets with white space around them, most likely a slip. */
  readonly suspectSecrets: readonly number[];
}

type Shown = string | null | undefined;

function refuse(reason: WebhookSignatureError['reason']): never {
  throw new WebhookSignatureError(reason);
}

const hasGet = (headers: unknown): headers is { get(name: string): unknown } =>
  isFields(headers) && typeof headers.get === 'function';

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** Every value that the headers hold under a name, whatever its case. */
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

function signatureIn(headers: DeliveryHeaders | Shown): string {
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

/** Positions of secrets with white space around them. */
function suspectsAmong(secrets: readonly string[]): readonly number[] {
  const suspects: number[] = [];
  secrets.forEach((secret, at) => {
    if (secret !== secret.trim()) suspects.push(at);
  });
  return suspects;
}

function fits(signature: string, made: string): boolean {
  return timingSafeEqual(Buffer.from(signature), Buffer.from(made));
}

function parseEvent(body: Buffer): UnknownWebhookEvent {
  let parsed: unknown;
  try {
    const text = body.toString('utf8');
    // What is signed is valid, so a byte order mark is not held against it
    parsed = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    return refuse('invalid_json');
  }
  return isEvent(parsed) ? parsed : refuse('invalid_shape');
}

function checkEventHeader(headers: DeliveryHeaders | Shown, event: string): void {
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

/** A delivery as it came, and what it is checked with. */
export interface Delivery {
  readonly rawBody: RawBody;
  /** The delivery's headers, or the value of `X-Service-Signature` alone. */
  readonly headers: DeliveryHeaders | Shown;
  /** The endpoint's secret, or all that are in use during a rotation. */
  readonly secrets: string | readonly string[];
}

/** Makes the value of the signature's header. */
export type Sign = (body: Buffer, secret: string) => string;

/** Like `openWebhook`, with another way to the same signatures. */
export function openSigned(
  delivery: Delivery,
  sign: Sign,
  options: VerifyOptions = {},
): OpenedWebhook {
  const body = bytesOf(delivery.rawBody);
  const secrets = secretList(delivery.secrets);
  const signature = signatureIn(delivery.headers);
  const secretIndex = secrets.map((secret) => fits(signature, sign(body, secret))).indexOf(true);
  const suspectSecrets = suspectsAmong(secrets);
  if (secretIndex < 0) throw new WebhookSignatureError('mismatch', suspectSecrets);
  const event = parseEvent(body);
  checkEventHeader(delivery.headers, event.event);
  checkAge(event, options);
  return { event, secretIndex, suspectSecrets };
}

/** Like `verifyWebhook`, and tells which secret fitted. Throws `WebhookSignatureError` and nothing else. */
export function openWebhook(delivery: Delivery, options: VerifyOptions = {}): OpenedWebhook {
  return openSigned(delivery, signWebhook, options);
}

/**
 * Verifies a delivery by its raw bytes, in constant time, before anything of it is parsed (specification, section 6).
 * `headers` may be the value of `X-Service-Signature` alone; given whole, `X-Service-Event` must name the body's event.
 * Throws `WebhookSignatureError` with a reason, and nothing else.
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: Delivery['headers'],
  ...[secrets, options]: readonly [secrets: Delivery['secrets'], options?: VerifyOptions]
): OpenedWebhook['event'] {
  return openWebhook({ rawBody, headers, secrets }, options).event;
}
