import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { StandardHead } from './webhook-standard.ts';
import { STANDARD_HEADERS, standardKeyOf, standardMessage } from './webhook-standard.ts';

const FINGERPRINT_DIGITS = 8;
const SECRET_BYTES = 24;

/**
 * Whole, it is the key of `X-Service-Signature`; decoded, that of Standard Webhooks. Of letters and
 * digits only, so that everything that masks or selects it takes it for one word.
 */
export function newWebhookSecret(): string {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return /[+/]/.test(secret) ? newWebhookSecret() : secret;
}

/** Names a secret without revealing it: the first 8 hexadecimal digits of its SHA-256. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_DIGITS);
}

/** HMAC-SHA256 of a body's exact bytes, as the header's value: `sha256=…`. */
export function signWebhook(body: Uint8Array | string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The value of `webhook-signature`; undefined for a secret without a key of that form. */
export function signStandard(
  head: StandardHead,
  body: Uint8Array,
  secret: string,
): string | undefined {
  const key = standardKeyOf(secret);
  const sign = (bytes: Uint8Array) =>
    `v1,${createHmac('sha256', bytes).update(standardMessage(head, body)).digest('base64')}`;
  return key && sign(key);
}

/**
 * The headers of Standard Webhooks, none if the secret has no key of that form. The id names the
 * event: it is the SHA-256 of its body. During a rotation, the next secret signs too.
 */
export function standardHeaders(
  body: Uint8Array,
  { secret, nextSecret }: { readonly secret: string; readonly nextSecret?: string | null },
  at: Date,
): Record<string, string> {
  const id = createHash('sha256').update(body).digest('hex');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (key: string) => signStandard({ id, timestamp }, body, key);
  const signature = sign(secret);
  if (signature === undefined) return {};
  const next = nextSecret ? sign(nextSecret) : undefined;
  return {
    [STANDARD_HEADERS.id]: id,
    [STANDARD_HEADERS.timestamp]: timestamp,
    [STANDARD_HEADERS.signature]: next === undefined ? signature : `${signature} ${next}`,
  };
}
