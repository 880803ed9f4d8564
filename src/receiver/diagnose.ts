import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { bodyVariants } from './body-variants.ts';
import type { ReadSignature } from './read-signature.ts';
import { readSignature } from './read-signature.ts';
import type { NamedSecret } from './secret-variants.ts';
import { secretVariants } from './secret-variants.ts';
import type { Variant } from './variant.ts';
import { attempt } from './variant.ts';

/** What is to be explained. */
export interface DiagnosisInput {
  readonly body: Buffer;
  /** The header's value; undefined when there was none. */
  readonly signature: string | undefined;
  /** Secrets of which one must have signed it. */
  readonly secrets: readonly NamedSecret[];
  /** Others that are known, and that may explain a failure. */
  readonly others?: readonly NamedSecret[];
}

/** Why a signature is bad. */
type DiagnosisReason =
  | 'no_signature'
  | 'malformed_signature'
  | 'wrong_secret'
  | 'altered_body'
  | 'wrong_algorithm'
  | 'no_match';

/** Whether a signature is valid, and if not, why. */
export interface Diagnosis {
  readonly valid: boolean;
  readonly reason: DiagnosisReason | null;
  /** Sentences for a person: what is wrong, then what to change. */
  readonly explain: readonly string[];
}

interface Match {
  readonly secret: Variant;
  readonly body: Variant;
}

const equals = (digest: Buffer, wanted: Buffer): boolean =>
  digest.length === wanted.length && timingSafeEqual(digest, wanted);

function search(input: DiagnosisInput, { algorithm, digests }: ReadSignature): Match | undefined {
  const bodies = bodyVariants(input.body);
  for (const secret of secretVariants(input.secrets, input.others ?? [])) {
    const body = bodies.find(({ bytes }) => {
      const digest = createHmac(algorithm, secret.bytes).update(bytes).digest();
      return digests.some((wanted) => equals(digest, wanted));
    });
    if (body) return { secret, body };
  }
  return undefined;
}

function isPlainHash({ body }: DiagnosisInput, { digests }: ReadSignature): boolean {
  const digest = createHash('sha256').update(body).digest();
  return digests.some((wanted) => equals(digest, wanted));
}

const REWRITTEN_NUMBER = /[:[,]\s*-?\d+(\.\d*0|\.?\d*[eE][+-]?\d+)\s*[,}\]]/;

/** What the body itself shows of having been changed beyond repair. */
function hints({ body }: DiagnosisInput): string[] {
  const text = body.toString('utf8');
  const found: string[] = [];
  if (body.length === 0) found.push('The body is empty.');
  if (text.includes('\ufffd')) {
    found.push('The body holds U+FFFD: it was decoded with loss, which cannot be undone.');
  }
  if (/^\s*[[{]/.test(text) && attempt(() => JSON.parse(text)) === undefined) {
    found.push('The body is JSON that breaks off or is damaged: it may be cut short.');
  }
  if (REWRITTEN_NUMBER.test(text)) {
    found.push('Numbers such as 1.0 or 1e3 in it do not survive being parsed and printed again.');
  }
  return found;
}

function reasonOf({ algorithm, faults }: ReadSignature, { secret, body }: Match): DiagnosisReason {
  if (algorithm !== 'sha256') return 'wrong_algorithm';
  if (body.what !== '') return 'altered_body';
  if (secret.what !== '') return 'wrong_secret';
  return faults.length > 0 ? 'malformed_signature' : 'no_match';
}

const sentence = (fragment: string): string =>
  `${fragment.charAt(0).toUpperCase()}${fragment.slice(1)}.`;

function explainMatch(read: ReadSignature, match: Match): Diagnosis {
  const sides = [match.body, match.secret].filter(({ what }) => what !== '');
  const cures = [...new Set(sides.map(({ cure }) => cure))];
  const faults = read.faults.map((fault) => `The signature is in the wrong form: ${fault}.`);
  const form =
    faults.length > 0 ? ['To change: sha256= and 64 lower-case hexadecimal digits.'] : [];
  const explain = [
    ...sides.map(({ what }) => sentence(what)),
    ...faults,
    ...cures.map((cure) => `To change: ${cure}.`),
    ...form,
  ];
  return { valid: false, reason: reasonOf(read, match), explain };
}

function explainNothing(input: DiagnosisInput, read: ReadSignature): Diagnosis {
  const faults = read.faults.map((fault) => `The signature is in the wrong form: ${fault}.`);
  if (read.digests.length === 0) {
    const reason = input.signature ? 'malformed_signature' : 'no_signature';
    return { valid: false, reason, explain: [...faults, ...hints(input)] };
  }
  if (isPlainHash(input, read)) {
    const explain = ['It is the plain SHA-256 of the body: no secret went into it.', ...faults];
    return { valid: false, reason: 'wrong_algorithm', explain };
  }
  const verdict = 'Either the secret is another one, or the content was altered.';
  return { valid: false, reason: 'no_match', explain: [verdict, ...faults, ...hints(input)] };
}

/**
 * Says whether a signature is valid, strictly; and where it is not, finds by search what was done to the body, the secret
 * or the header, and what to change. Offline; it never tells the signature that would be right.
 */
export function diagnose(input: DiagnosisInput): Diagnosis {
  const read = readSignature(input.signature);
  const match = read.digests.length > 0 ? search(input, read) : undefined;
  if (!match) return explainNothing(input, read);
  const isExact = match.body.what === '' && match.secret.what === '' && read.faults.length === 0;
  return isExact ? { valid: true, reason: null, explain: [] } : explainMatch(read, match);
}
