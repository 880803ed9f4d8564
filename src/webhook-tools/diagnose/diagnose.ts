import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { bodyHints, cutBody } from './body-hints.ts';
import { bodyVariants } from './body-variants.ts';
import type { HeaderValues } from './foreign-scheme.ts';
import { foreignScheme } from './foreign-scheme.ts';
import type { OtherDelivery } from './other-delivery.ts';
import { findOtherDelivery } from './other-delivery.ts';
import type { ReadDigest, ReadSignature } from './read-signature.ts';
import { readSignature } from './read-signature.ts';
import type { NamedSecret } from './secret-variants.ts';
import { secretVariants } from './secret-variants.ts';
import type { Variant } from './variant.ts';

/** What is to be explained. */
export interface DiagnosisInput {
  readonly body: Buffer;
  /** The header's value; undefined when there was none. */
  readonly signature: string | undefined;
  /** Secrets of which one must have signed it. */
  readonly secrets: readonly NamedSecret[];
  /** Others that are known, and that may explain a failure. */
  readonly others?: readonly NamedSecret[];
  /** The headers that came with it, where they are known. */
  readonly headers?: HeaderValues;
  /** Other deliveries, to one of which the signature may belong. */
  readonly deliveries?: readonly OtherDelivery[];
}

/** Why a signature is bad. */
type DiagnosisReason =
  | 'no_signature'
  | 'malformed_signature'
  | 'wrong_secret'
  | 'altered_body'
  | 'cut_body'
  | 'wrong_algorithm'
  | 'other_scheme'
  | 'other_delivery'
  | 'no_match';

/** Whether a signature is valid, and if not, why. */
export interface Diagnosis {
  readonly valid: boolean;
  readonly reason: string | null;
  /** Sentences for a person: what is wrong, then what to change. */
  readonly explain: readonly string[];
}

interface Found {
  readonly reason: DiagnosisReason;
  readonly explain: readonly string[];
}

interface Match {
  readonly secret: Variant;
  readonly body: Variant;
  readonly digest: ReadDigest;
}

const FORM = 'To change: sha256= and 64 lower-case hexadecimal digits.';

/** True where the digest is the one wanted, or begins with what is left of it. */
const equals = (digest: Buffer, { bytes }: ReadDigest): boolean =>
  bytes.length <= digest.length && timingSafeEqual(digest.subarray(0, bytes.length), bytes);

function search(input: DiagnosisInput, { digests }: ReadSignature): Match | undefined {
  if (digests.length === 0) return undefined;
  const bodies = bodyVariants(input.body);
  for (const secret of secretVariants(input.secrets, input.others ?? [])) {
    for (const body of bodies) {
      const digest = digests.find((wanted) => {
        const made = createHmac(wanted.algorithm, secret.bytes).update(body.bytes).digest();
        return equals(made, wanted);
      });
      if (digest) return { secret, body, digest };
    }
  }
  return undefined;
}

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A digest that was made without HMAC, or with its two sides in each other's place. */
function misusedHash({ body, secrets }: DiagnosisInput, read: ReadSignature): string | undefined {
  const isOneOf = (made: Buffer): boolean => read.digests.some((wanted) => equals(made, wanted));
  if (isOneOf(sha256(body))) return 'It is the plain SHA-256 of the body: no secret went into it.';
  for (const { name, value } of secrets) {
    if (isOneOf(sha256(value, body)) || isOneOf(sha256(body, value)))
      return `It is the SHA-256 of the body and ${name} put together, and no HMAC.`;
    if (isOneOf(createHmac('sha256', body).update(value).digest()))
      return `It is an HMAC with the body as its key and ${name} as its message: the other way round.`;
  }
  return undefined;
}

function reasonOf({ faults }: ReadSignature, { secret, body, digest }: Match): DiagnosisReason {
  if (digest.algorithm !== 'sha256') return 'wrong_algorithm';
  if (body.what !== '') return 'altered_body';
  if (secret.what !== '') return 'wrong_secret';
  return faults.length > 0 ? 'malformed_signature' : 'no_match';
}

/** A fragment as a sentence. */
export const sentence = (fragment: string): string =>
  `${fragment.charAt(0).toUpperCase()}${fragment.slice(1)}.`;

const faultSentences = ({ faults }: ReadSignature): string[] =>
  faults.map((fault) => `The signature is in the wrong form: ${fault}.`);

function explainMatch(read: ReadSignature, match: Match): Found {
  const { algorithm } = match.digest;
  const hash =
    algorithm === 'sha256' ? [] : [`It was made with ${algorithm}, and not with sha256.`];
  const sides = [match.body, match.secret].filter(({ what }) => what !== '');
  const cures = [...new Set(sides.map(({ cure }) => cure))];
  const explain = [
    ...sides.map(({ what }) => sentence(what)),
    ...hash,
    ...faultSentences(read),
    ...cures.map((cure) => `To change: ${cure}.`),
    ...(read.faults.length > 0 ? [FORM] : []),
  ];
  return { reason: reasonOf(read, match), explain };
}

/** A signature that is right for something else than this body and these secrets. */
function explainElsewhere(input: DiagnosisInput, read: ReadSignature): Found | undefined {
  const { body, signature, headers = {}, deliveries = [] } = input;
  const secrets = [...input.secrets, ...(input.others ?? [])];
  const scheme = foreignScheme({ body, signature, headers, secrets });
  if (scheme !== undefined) {
    const cure = 'To change: send X-Service-Signature, made from the raw body alone.';
    return { reason: 'other_scheme', explain: [sentence(scheme), cure] };
  }
  const other = findOtherDelivery(body, read.digests, { deliveries, secrets });
  if (!other) return undefined;
  const { name, isCut } = other;
  if (!isCut) return { reason: 'other_delivery', explain: [`It is the signature of ${name}.`] };
  const cut = `The body is cut short: it is the beginning of ${name}, to which the signature belongs.`;
  return { reason: 'cut_body', explain: [cut] };
}

function explainNothing(input: DiagnosisInput, read: ReadSignature): Found {
  const faults = faultSentences(read);
  const cut = cutBody(input.body, input.headers?.['content-length']?.[0]);
  if (cut !== undefined) return { reason: 'cut_body', explain: [cut, ...faults] };
  if (read.digests.length === 0) {
    const reason = input.signature ? 'malformed_signature' : 'no_signature';
    return { reason, explain: [...faults, ...bodyHints(input.body)] };
  }
  const misused = misusedHash(input, read);
  if (misused !== undefined) return { reason: 'wrong_algorithm', explain: [misused, ...faults] };
  const verdict = 'Either the secret is another one, or the content was altered.';
  return { reason: 'no_match', explain: [verdict, ...faults, ...bodyHints(input.body)] };
}

/**
 * Says whether a signature is valid, strictly; and where it is not, finds by search what was done to the body, the secret
 * or the header, and what to change. What is not confirmed by a digest is said to be so. Offline; it never tells the
 * signature that would be right.
 */
export function diagnose(input: DiagnosisInput): Diagnosis {
  const read = readSignature(input.signature);
  const match = search(input, read);
  if (match && match.body.what === '' && match.secret.what === '' && read.faults.length === 0)
    return { valid: true, reason: null, explain: [] };
  const found = match
    ? explainMatch(read, match)
    : (explainElsewhere(input, read) ?? explainNothing(input, read));
  return { valid: false, ...found };
}
