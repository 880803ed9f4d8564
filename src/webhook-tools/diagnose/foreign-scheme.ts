import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NamedSecret } from './secret-variants.ts';

/** The headers of a delivery, by their names in lower case; several values where one came several times. */
export type HeaderValues = Readonly<Record<string, readonly string[] | undefined>>;

/** What a foreign scheme is recognised by. */
export interface SchemeInput {
  readonly body: Buffer;
  /** The value of the signature header; undefined when there was none. */
  readonly signature: string | undefined;
  readonly headers: HeaderValues;
  readonly secrets: readonly NamedSecret[];
}

const TIMED_PART = /^(t|v1)=([0-9a-f]+)$/;
const STANDARD_PART = /^v1,([A-Za-z0-9+/]+=*)$/;
const DIGEST = /^(?:sha256=)?([0-9a-f]{64})$/;
const SIGNATURE_HEADER = 'x-service-signature';

function fits(key: Buffer | string, parts: readonly (Buffer | string)[], digest: Buffer): boolean {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  const made = hmac.digest();
  return made.length === digest.length && timingSafeEqual(made, digest);
}

/** `t=TIME,v1=HEX` over the time, a dot and the body, as Stripe signs. */
function timed(value: string, { body, secrets }: SchemeInput): string | undefined {
  const parts = value.split(/\s*,\s*/).map((part) => TIMED_PART.exec(part) ?? []);
  const time = parts.find(([, name]) => name === 't')?.[2];
  if (time === undefined) return undefined;
  const digests = parts.filter(([, name]) => name === 'v1').map(([, , hex = '']) => hex);
  const secret = secrets.find(({ value: key }) =>
    digests.some((hex) => fits(key, [`${time}.`, body], Buffer.from(hex, 'hex'))),
  );
  if (!secret) return undefined;
  return `it is signed with ${secret.name}, but over a time and the body, as Stripe does`;
}

/** Base64 over id, time and body, each parted by a dot, as Standard Webhooks has it. */
function standard(prefix: string, input: SchemeInput): string | undefined {
  const first = (name: string): string | undefined => input.headers[`${prefix}-${name}`]?.[0];
  const [id, time] = [first('id'), first('timestamp')];
  const value = first('signature') ?? input.signature ?? '';
  if (id === undefined || time === undefined) return undefined;
  const digests = value.split(' ').map((part) => STANDARD_PART.exec(part)?.[1] ?? '');
  const secret = input.secrets.find(({ value: key }) => {
    const decoded = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
    return digests.some((base64) => {
      const digest = Buffer.from(base64, 'base64');
      return [decoded, key].some((used) => fits(used, [`${id}.${time}.`, input.body], digest));
    });
  });
  if (!secret) return undefined;
  return `it is signed with ${secret.name}, but by the scheme of Standard Webhooks`;
}

/** The right digest under another name. */
function elsewhere({ headers, body, secrets }: SchemeInput): string | undefined {
  for (const [name, values] of Object.entries(headers)) {
    const digests = (values ?? []).map((value) => DIGEST.exec(value)?.[1] ?? '');
    const isHere = digests.some((hex) =>
      secrets.some(({ value }) => fits(value, [body], Buffer.from(hex, 'hex'))),
    );
    if (isHere && name !== SIGNATURE_HEADER)
      return `the right digest stands in ${name}, and not in X-Service-Signature`;
  }
  return undefined;
}

/** Says in which other way a delivery was signed, as a fragment; undefined unless it is confirmed by the secret. */
export function foreignScheme(input: SchemeInput): string | undefined {
  const { headers, signature = '' } = input;
  const stripe = [signature, ...(headers['stripe-signature'] ?? [])];
  return (
    stripe.map((value) => timed(value, input)).find((found) => found !== undefined) ??
    standard('webhook', input) ??
    standard('svix', input) ??
    elsewhere(input)
  );
}
