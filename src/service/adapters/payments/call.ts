import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { withinBytes } from '../../../network/fetch-body.ts';
import { PaymentProviderError } from '../../ports/payments.ts';

export const hmacHex = (secret: string, signed: Buffer | string): string =>
  createHmac('sha256', secret).update(signed).digest('hex');

/** Compares hexadecimal HMAC-SHA256 in constant time. */
export function isSignedBy(secret: string, signed: Buffer | string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature);
  const expected = Buffer.from(hmacHex(secret, signed));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export interface RazorpayAccess {
  /** Default: `https://api.razorpay.com`. */
  readonly baseUrl?: string | undefined;
  readonly keyId: string;
  readonly keySecret: string;
}

/** A POST with a body, else a GET. */
interface RazorpayCall {
  /** Follows `/v1`; with its query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const BASE_URL = 'https://api.razorpay.com';
const TIMEOUT_MS = 10_000;
/** In bytes; a page of payments has some 100 kB. */
export const ANSWER_BYTES = 512 * 1024;
/** Refusals due to the moment or our key, not to the request. */
const PASSING = new Set([401, 403, 408, 409, 429]);

const Refusal = Type.Object({ error: Type.Object({ description: Type.String() }) });

const unavailable = (why: string, cause?: unknown): PaymentProviderError =>
  new PaymentProviderError('unavailable', `Razorpay ${why}.`, { cause });

/** @throws {PaymentProviderError} `refused`; `unavailable` when the outcome is unknown */
export async function callRazorpay<Schema extends TSchema>(
  access: RazorpayAccess,
  schema: Schema,
  call: RazorpayCall,
): Promise<Static<Schema>> {
  const response = await send(access, call);
  const answer = await readJson(response);
  if (response.ok) {
    if (Value.Check(schema, answer)) return answer;
    throw unavailable('answered in an unknown form');
  }
  if (response.status >= 500 || PASSING.has(response.status)) {
    throw unavailable(`responded with status ${response.status}`);
  }
  const why = Value.Check(Refusal, answer) ? answer.error.description : 'without a reason';
  throw new PaymentProviderError('refused', `Razorpay refused: ${why.slice(0, 200)}`);
}

async function send({ baseUrl = BASE_URL, keyId, keySecret }: RazorpayAccess, call: RazorpayCall) {
  const basic = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
  const headers = {
    authorization: `Basic ${basic}`,
    ...(call.body && { 'content-type': 'application/json' }),
    ...call.headers,
  };
  const response = await fetch(`${baseUrl}/v1${call.path}`, {
    method: call.body ? 'POST' : 'GET',
    headers,
    body: call.body ? JSON.stringify(call.body) : null,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unavailable('could not be reached', error);
  });
  return await withinBytes(response, ANSWER_BYTES).catch((error: unknown) => {
    throw unavailable('broke off its answer, or gave one that is too large', error);
  });
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
