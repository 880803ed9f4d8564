import { createHash, createHmac, randomBytes } from 'node:crypto';
import { signWebhook } from '../../../client/index.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { newWebhookSecret, standardHeaders } from '../../../contract/webhooks/webhook-signature.ts';
import { STANDARD_HEADERS, standardKeyOf } from '../../../contract/webhooks/webhook-standard.ts';

/** No `signatures` means that the header is missing. */
export interface Tampered {
  readonly body: Buffer;
  readonly signatures: readonly string[];
  /** The headers of Standard Webhooks; default none. */
  readonly standard?: Readonly<Record<string, string>>;
}

type Tamper = (body: Buffer, secret: string) => Tampered;

const CUT_BYTES = 7;
const CUT_DIGITS = 4;

const digest = (algorithm: string, body: Buffer, secret: string) =>
  createHmac(algorithm, secret).update(body).digest();

const hexOf = (body: Buffer, secret: string): string =>
  digest('sha256', body, secret).toString('hex');

const header = (make: (body: Buffer, secret: string) => string): Tamper => {
  return (body, secret) => ({ body, signatures: [make(body, secret)] });
};

const changed = (change: (body: Buffer) => Buffer | string): Tamper => {
  return (body, secret) => {
    return { body: Buffer.from(change(body)), signatures: [signWebhook(body, secret)] };
  };
};

type Make = (body: Buffer, secret: string) => Partial<Tampered>;

/** Without the specification's header, so that only the others can tell. */
const standard = (make: Make): Tamper => {
  return (body, secret) => {
    const own = standardKeyOf(secret) ? secret : newWebhookSecret();
    return { body, signatures: [], ...make(body, own) };
  };
};

const ago = (body: Buffer, secret: string, ms = 0) =>
  standardHeaders(body, { secret }, new Date(Date.now() - ms));

/** Twice what receivers tolerate. */
const OLD_MS = 10 * MINUTE_MS;

function reprinted(body: Buffer): string {
  return `${JSON.stringify(JSON.parse(body.toString('utf8')), null, 2)}`;
}

/** Changes content as an attacker would: the first digit. */
const withOtherDigit = (body: Buffer): string =>
  body.toString('utf8').replace(/\d/, (digit) => String((Number(digit) + 1) % 10));

const KINDS = {
  missing: (body) => ({ body, signatures: [] }),
  'wrong-secret': header((body) => signWebhook(body, `whsec_${randomBytes(24).toString('hex')}`)),
  'empty-secret': header((body) => signWebhook(body, '')),
  'plain-hash': header((body) => `sha256=${createHash('sha256').update(body).digest('hex')}`),
  'other-delivery': header((body, secret) => signWebhook(withOtherDigit(body), secret)),
  'altered-body': changed(withOtherDigit),
  'cut-body': changed((body) => body.subarray(0, -CUT_BYTES)),
  'line-break': changed((body) => `${body.toString('utf8')}\n`),
  'byte-order-mark': changed((body) => `\ufeff${body.toString('utf8')}`),
  're-serialised': changed(reprinted),
  'no-prefix': header(hexOf),
  'other-prefix': header((body, secret) => `v1=${hexOf(body, secret)}`),
  'upper-case': header((body, secret) => `sha256=${hexOf(body, secret).toUpperCase()}`),
  base64: header((body, secret) => `sha256=${digest('sha256', body, secret).toString('base64')}`),
  sha1: header((body, secret) => `sha1=${digest('sha1', body, secret).toString('hex')}`),
  sha512: header((body, secret) => `sha512=${digest('sha512', body, secret).toString('hex')}`),
  'cut-digest': header((body, secret) => signWebhook(body, secret).slice(0, -CUT_DIGITS)),
  repeated: (body, secret) => {
    const signature = signWebhook(body, secret);
    return { body, signatures: [signature, signature] };
  },
  'standard-wrong-secret': standard((body) => ({ standard: ago(body, newWebhookSecret()) })),
  'standard-altered-body': standard((body, secret) => {
    return { body: Buffer.from(withOtherDigit(body)), standard: ago(body, secret) };
  }),
  'standard-old': standard((body, secret) => ({ standard: ago(body, secret, OLD_MS) })),
  'standard-other-time': standard((body, secret) => {
    const { [STANDARD_HEADERS.timestamp]: timestamp = '' } = ago(body, secret);
    const old = ago(body, secret, OLD_MS);
    return { standard: { ...old, [STANDARD_HEADERS.timestamp]: timestamp } };
  }),
  'secret-line-break': header((body, secret) => signWebhook(body, `${secret}\n`)),
} as const satisfies Readonly<Record<string, Tamper>>;

export type BadSignature = keyof typeof KINDS;

/** Kinds that anybody can make without the secret, or from a delivery they saw. */
const FORGEABLE: ReadonlySet<string> = new Set<BadSignature>([
  'missing',
  'wrong-secret',
  'empty-secret',
  'plain-hash',
  'other-delivery',
  'altered-body',
  'cut-body',
  'cut-digest',
  'standard-wrong-secret',
  'standard-altered-body',
  'standard-old',
  'standard-other-time',
]);

/** Whether accepting this kind allows forged events. Other kinds are only spelled differently. */
export const isForgeable = (kind: string): boolean => FORGEABLE.has(kind);

export const BAD_SIGNATURES = Object.keys(KINDS).filter(
  (name): name is BadSignature => name in KINDS,
);

/** `all`, one kind, or none without a name. */
export function namedKinds(name: string | undefined): readonly BadSignature[] {
  return name === 'all' ? BAD_SIGNATURES : BAD_SIGNATURES.filter((kind) => kind === name);
}

export function tamper(kind: BadSignature, body: Buffer, secret: string): Tampered {
  return KINDS[kind](body, secret);
}
