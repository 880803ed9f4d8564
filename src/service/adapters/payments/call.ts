import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { withinBytes } from '../../../network/fetch-body.ts';
import type { FoundCheckout, FoundRefund } from '../../ports/payments.ts';
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

export const Id = Type.String({ minLength: 1, maxLength: 100 });
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' });
export const PageUrl = Type.String({ pattern: '^https?://' });
const Paise = Type.Integer({ minimum: 0 });

export const PaymentLink = Type.Object({
  id: Id,
  reference_id: Type.String(),
  status: Type.Enum(['created', 'partially_paid', 'expired', 'cancelled', 'paid']),
  short_url: PageUrl,
  currency: Currency,
  payments: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Array(
        Type.Object({
          payment_id: Id,
          amount: Paise,
          status: Type.String(),
          /** Seconds since 1970. */
          created_at: Type.Integer(),
        }),
      ),
    ]),
  ),
});
export type PaymentLink = Static<typeof PaymentLink>;

/** References are unique. */
export const PaymentLinks = Type.Object({ payment_links: Type.Array(PaymentLink) });

export const RefundEntity = Type.Object({
  id: Id,
  amount: Paise,
  payment_id: Id,
  receipt: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  status: Type.Enum(['pending', 'processed', 'failed']),
});
export type RefundEntity = Static<typeof RefundEntity>;

export const Refunds = Type.Object({ items: Type.Array(RefundEntity) });

const Refusal = Type.Object({ error: Type.Object({ description: Type.String() }) });

export const EventBody = Type.Object({
  event: Type.String(),
  payload: Type.Object({
    payment_link: Type.Optional(
      Type.Object({ entity: Type.Object({ reference_id: Type.String() }) }),
    ),
    subscription: Type.Optional(Type.Object({ entity: Type.Object({ id: Id }) })),
    refund: Type.Optional(
      Type.Object({ entity: Type.Object({ receipt: Type.Union([Type.Null(), Type.String()]) }) }),
    ),
  }),
});

const STATES = {
  created: 'open',
  partially_paid: 'open',
  expired: 'closed',
  cancelled: 'closed',
} as const;

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** A paid link whose payment isn't listed yet is still open. */
export function checkoutOf(link: PaymentLink): FoundCheckout {
  const { id: providerId, short_url: url, status, currency, payments } = link;
  const captured = payments?.find((payment) => payment.status === 'captured');
  if (captured) {
    const { payment_id: paymentId, amount: paise, created_at } = captured;
    const paidAt = new Date(created_at * 1000);
    return { providerId, url, state: 'paid', payment: { paymentId, paise, currency, paidAt } };
  }
  return { providerId, url, state: status === 'paid' ? 'open' : STATES[status], payment: null };
}

const REFUND_STATES = { pending: 'pending', processed: 'done', failed: 'failed' } as const;

export const refundOf = ({ id, status }: RefundEntity): FoundRefund => ({
  providerId: id,
  state: REFUND_STATES[status],
});
