import { isRecord } from '../../contract/is-record.ts';
import { SIGNATURE_HEADER, SIGNATURE_PATTERN } from '../../contract/webhooks/webhook-headers.ts';
import type { StandardHead } from '../../contract/webhooks/webhook-standard.ts';
import {
  bytesOfBase64,
  STANDARD_HEADERS,
  standardKeyOf,
  standardMessage,
} from '../../contract/webhooks/webhook-standard.ts';
import type { RawBody } from './raw-bytes.ts';
import { bytesOf } from './raw-bytes.ts';
import { refuse } from './refuse.ts';

/** Headers from Node, fetch or a plain object. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const hasGet = (headers: unknown): headers is { get(name: string): unknown } =>
  isRecord(headers) && typeof headers.get === 'function';

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** Every value of a header; the case of its name is ignored. */
export function valuesOf(headers: DeliveryHeaders, name: string): readonly unknown[] {
  if (hasGet(headers)) return listOf(headers.get(name));
  const wanted = name.toLowerCase();
  const found: unknown[] = [];
  for (const key of Object.keys(headers)) {
    if (key.length === name.length && key.toLowerCase() === wanted)
      found.push(...listOf(headers[key]));
  }
  return found;
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

type Bytes = Uint8Array<ArrayBuffer>;

/** A signature to check: one of the keys gives one of the digests. */
export interface SignatureCheck {
  /** By secret; undefined for one that has no key of this scheme. */
  readonly keys: readonly (Bytes | undefined)[];
  readonly message: Uint8Array;
  /** HMAC-SHA256, of 32 bytes. */
  readonly digests: readonly Bytes[];
}

/** A delivery with everything that its signatures need. */
export interface SignedDelivery {
  readonly body: Uint8Array;
  readonly secrets: readonly string[];
  /** That of the specification, that of Standard Webhooks, or both: all must match. */
  readonly checks: readonly SignatureCheck[];
  /** Time of the attempt, in seconds; undefined without the headers of Standard Webhooks. */
  readonly timestamp: number | undefined;
}

const DIGEST_BYTES = 32;

/** The value of `X-Service-Signature`, undefined if there is none. */
function signatureIn(headers: Delivery['headers']): string | undefined {
  if (headers === undefined || headers === null) return undefined;
  const values = typeof headers === 'string' ? [headers] : valuesOf(headers, SIGNATURE_HEADER);
  const [signature] = values;
  if (signature === undefined || signature === '') return undefined;
  if (typeof signature !== 'string') return refuse('malformed_signature');
  if (values.length > 1) return refuse('repeated_signature');
  if (SIGNATURE_PATTERN.test(signature)) return signature;
  // Node and fetch join the values of a repeated header with a comma
  const schemes = signature.split(',').filter((part) => part.trim().startsWith('sha256='));
  return refuse(schemes.length > 1 ? 'repeated_signature' : 'malformed_signature');
}

interface StandardSignature extends StandardHead {
  readonly timestamp: string;
  readonly digests: readonly Bytes[];
}

/** Those of version 1, which are separated by spaces; others are for asymmetric keys. */
function digestsIn(signature: string): Bytes[] {
  return signature.split(' ').flatMap((one) => {
    const digest = one.startsWith('v1,') ? bytesOfBase64(one.slice('v1,'.length)) : undefined;
    return digest?.length === DIGEST_BYTES ? [digest] : [];
  });
}

/** Undefined without any header of Standard Webhooks. One of them alone is refused. */
function standardIn(headers: Delivery['headers']): StandardSignature | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const [ids, timestamps, signatures] = (['id', 'timestamp', 'signature'] as const).map((name) =>
    valuesOf(headers, STANDARD_HEADERS[name]),
  );
  const all = [ids, timestamps, signatures].flatMap((values = []) => values);
  if (all.length === 0) return undefined;
  const one = (values: readonly unknown[] = [], form = /^[\x21-\x7e]{1,256}$/): string => {
    const [value] = values;
    if (values.length === 1 && typeof value === 'string' && form.test(value)) return value;
    return refuse('malformed_standard');
  };
  const digests = digestsIn(one(signatures, /^[\x20-\x7e]+$/));
  if (digests.length === 0) refuse('malformed_standard');
  return { id: one(ids), timestamp: one(timestamps, /^\d{1,12}$/), digests };
}

function secretList(secrets: string | readonly string[]): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(list) || list.length === 0) return refuse('no_secret');
  if (list.some((secret) => typeof secret !== 'string' || secret === ''))
    return refuse('no_secret');
  return list;
}

function bytesOfHex(digits: string): Bytes {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Reads a delivery without trusting it. Throws only `WebhookSignatureError`. */
export function readDelivery(delivery: Delivery): SignedDelivery {
  const body = bytesOf(delivery.rawBody);
  const secrets = secretList(delivery.secrets);
  const signature = signatureIn(delivery.headers);
  const standard = standardIn(delivery.headers);
  const checks: SignatureCheck[] = [];
  if (signature !== undefined) {
    const encoder = new TextEncoder();
    const digests = [bytesOfHex(signature.slice('sha256='.length))];
    const keys = secrets.map((secret) => encoder.encode(secret));
    checks.push({ keys, message: body, digests });
  }
  if (standard) {
    const { digests } = standard;
    const keys = secrets.map(standardKeyOf);
    checks.push({ keys, message: standardMessage(standard, body), digests });
  }
  if (checks.length === 0) refuse('missing_signature');
  return { body, secrets, checks, timestamp: standard && Number(standard.timestamp) };
}
