import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { signWebhook } from '../../../client/index.ts';
import { SIGNATURE_PATTERN } from '../../../contract/webhooks/webhook-headers.ts';
import type { WebhookSecret } from '../webhook-secrets.ts';
import { fingerprinted } from '../webhook-secrets.ts';
import type { Variant } from './variants.ts';
import { attempt, bodyVariants, MAX_VARIED_BYTES, secretVariants } from './variants.ts';

interface ReadSignature {
  /** Faults of its form, as sentence fragments. */
  readonly faults: readonly string[];
  /** SHA-256 digests that it may contain, or the start of cut ones. */
  readonly digests: readonly Buffer[];
}

const DIGEST_DIGITS = 64;
/** A shorter start of a digest proves nothing. */
const MIN_DIGITS = 16;
const PREFIX = /^[a-z][a-z0-9-]{0,15}[=:]/i;
const HEX = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{20,}={0,2}$/;

function readHex(digits: string, faults: string[]): Buffer[] {
  if (digits !== digits.toLowerCase()) faults.push('its digits are upper-case');
  if (digits.length !== DIGEST_DIGITS)
    faults.push(`it has ${digits.length} hexadecimal digits instead of ${DIGEST_DIGITS}`);
  return digits.length < MIN_DIGITS ? [] : [Buffer.from(digits.slice(0, DIGEST_DIGITS), 'hex')];
}

function readOne(value: string, faults: string[]): Buffer[] {
  const [prefix = ''] = PREFIX.exec(value) ?? [];
  if (prefix === '') faults.push('it lacks the sha256= prefix');
  else if (prefix !== 'sha256=') faults.push(`it begins with ${prefix} instead of sha256=`);
  const text = value.slice(prefix.length).trim();
  if (HEX.test(text)) return readHex(text, faults);
  const isBase64 = BASE64.test(text);
  faults.push(
    isBase64 ? 'it is base64 instead of hexadecimal' : 'it is neither hexadecimal nor base64',
  );
  return isBase64 ? [Buffer.from(text, 'base64')] : [];
}

/** Reads a header leniently and names every fault. A header with a fault is never valid. */
function readSignature(header = ''): ReadSignature {
  if (SIGNATURE_PATTERN.test(header))
    return { faults: [], digests: [Buffer.from(header.slice('sha256='.length), 'hex')] };
  const text = header.trim().replace(/^(["'])(.*)\1$/, '$2');
  if (text === '') return { faults: [], digests: [] };
  if (text.startsWith('v1,'))
    return {
      faults: ['it is of Standard Webhooks, whose header is webhook-signature'],
      digests: [],
    };
  const faults: string[] = [];
  if (text !== header) faults.push('it has whitespace or quotation marks around it');
  const values = text.split(/\s*,\s*/);
  if (values.length > 1) faults.push(`it holds ${values.length} values instead of one`);
  const digests = values.flatMap((value) => readOne(value, faults));
  return { faults: [...new Set(faults)], digests };
}

/** By lower-case name. */
export type HeaderValues = Readonly<Record<string, readonly string[] | undefined>>;

export interface DiagnosisInput {
  readonly body: Buffer;
  readonly signature: string | undefined;
  readonly secrets: readonly WebhookSecret[];
  /** Other known secrets, which may explain a failure. */
  readonly others?: readonly WebhookSecret[];
  /** The headers that arrived, if known. */
  readonly headers?: HeaderValues;
  /** Other deliveries that the signature may belong to. */
  readonly deliveries?: readonly { readonly name: string; readonly body: Buffer }[];
}

type DiagnosisReason =
  | 'no_signature'
  | 'malformed_signature'
  | 'wrong_secret'
  | 'wrong_algorithm'
  | 'altered_body'
  | 'cut_body'
  | 'other_delivery'
  | 'mismatch';

export interface Diagnosed {
  readonly valid: boolean;
  readonly reason: string | null;
  /** Sentences: what is wrong, then how to fix it. */
  readonly explain: readonly string[];
}

export interface Explained {
  readonly reason: DiagnosisReason;
  readonly explain: readonly string[];
}

interface Match {
  readonly secret: Variant;
  readonly body: Variant;
}

const FORM = 'To fix: send sha256= and 64 lower-case hexadecimal digits.';

/** Repetition is bounded, so that endless digits don't take endless time. */
const LOSSY_NUMBER =
  /[:[,]\s{0,8}-?\d{1,24}(\.\d{0,24}0|(\.\d{1,24})?[eE][+-]?\d{1,4})\s{0,8}[,}\]]/;

export const sentence = (fragment: string): string =>
  `${fragment.charAt(0).toUpperCase()}${fragment.slice(1)}.`;

const hmac = (key: Buffer | string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(body).digest();

/** Also accepts the start of the digest, since the header may be cut. */
const isOneOf = (digest: Buffer, wanted: readonly Buffer[]): boolean =>
  wanted.some(
    (one) => one.length <= digest.length && timingSafeEqual(digest.subarray(0, one.length), one),
  );

function findMatch(input: DiagnosisInput, { digests }: ReadSignature): Match | undefined {
  if (digests.length === 0) return undefined;
  const bodies = bodyVariants(input.body);
  for (const secret of secretVariants(input.secrets, input.others ?? [])) {
    const body = bodies.find(({ bytes }) => isOneOf(hmac(secret.bytes, bytes), digests));
    if (body) return { secret, body };
  }
  return undefined;
}

const faultSentences = ({ faults }: ReadSignature): string[] =>
  faults.map((fault) => `The signature is malformed: ${fault}.`);

function explainMatch(read: ReadSignature, { body, secret }: Match): Explained {
  const sides = [body, secret].filter(({ what }) => what !== '');
  const fixes = [...new Set(sides.map(({ fix }) => fix))];
  const explain = [
    ...sides.map(({ what }) => sentence(what)),
    ...faultSentences(read),
    ...fixes.map((fix) => `To fix: ${fix}.`),
    ...(read.faults.length > 0 ? [FORM] : []),
  ];
  if (body.what !== '') return { reason: 'altered_body', explain };
  return { reason: secret.what === '' ? 'malformed_signature' : 'wrong_secret', explain };
}

function explainByOther(input: DiagnosisInput, { digests }: ReadSignature): Explained | undefined {
  const { body, deliveries = [], secrets, others = [] } = input;
  const keys = [...secrets, ...others];
  const other = deliveries.find((one) =>
    keys.some(({ value }) => isOneOf(hmac(value, one.body), digests)),
  );
  if (!other) return undefined;
  const isCut = body.length < other.body.length && other.body.indexOf(body) === 0;
  if (!isCut)
    return { reason: 'other_delivery', explain: [`It is the signature of ${other.name}.`] };
  const cut = `The body is truncated: it is the beginning of ${other.name}, to which the signature belongs.`;
  return { reason: 'cut_body', explain: [cut] };
}

/** A header with the right signature under another name. */
function misnamedHeader({ body, headers = {}, secrets }: DiagnosisInput): string | undefined {
  const right = secrets.map(({ value }) => signWebhook(body, value));
  return Object.keys(headers).find((name) =>
    headers[name]?.some((value) => right.includes(value) || right.includes(`sha256=${value}`)),
  );
}

function explainMissing(input: DiagnosisInput): Explained {
  const name = misnamedHeader(input);
  const explain =
    name === undefined
      ? ['The delivery has no X-Service-Signature header.', ...bodyHints(input.body)]
      : [`The right signature is in ${name} instead of X-Service-Signature.`];
  return { reason: 'no_signature', explain };
}

function bodyHints(body: Buffer): string[] {
  if (body.length === 0) return ['The body is empty.'];
  if (body.length > MAX_VARIED_BYTES)
    return ['The body is too large to search for what may have changed it.'];
  const text = body.toString('utf8');
  const hints: string[] = [];
  if (text.includes('\ufffd'))
    hints.push('it holds U+FFFD, as after decoding with the wrong charset');
  if (/^\s*[[{]/.test(text) && attempt(() => JSON.parse(text)) === undefined)
    hints.push('its JSON is damaged or truncated');
  if (LOSSY_NUMBER.test(text))
    hints.push('it holds numbers such as 1.0 or 1e3, which change when JSON is parsed and printed');
  return hints.map((hint) => `Perhaps the body was changed (not confirmed): ${hint}.`);
}

/** The explanation if a body is shorter than its Content-Length says. */
function truncation({ body, headers = {} }: DiagnosisInput): string | undefined {
  const [announced = ''] = headers['content-length'] ?? [];
  if (!/^\d{1,15}$/.test(announced) || Number(announced) <= body.length) return undefined;
  return `The body is truncated: it has ${body.length} bytes, and its Content-Length says ${announced}.`;
}

function explainNothing(input: DiagnosisInput, read: ReadSignature): Explained {
  const { body, secrets } = input;
  const faults = faultSentences(read);
  const cut = truncation(input);
  if (cut !== undefined) return { reason: 'cut_body', explain: [cut, ...faults] };
  const isPlainHash = isOneOf(createHash('sha256').update(body).digest(), read.digests);
  if (isPlainHash) {
    const plain = 'It is the plain SHA-256 of the body, made without a secret.';
    return { reason: 'wrong_algorithm', explain: [plain, ...faults] };
  }
  const hints = bodyHints(body);
  if (faults.length > 0)
    return { reason: 'malformed_signature', explain: [...faults, FORM, ...hints] };
  const explain = [
    'Either it was signed with another secret, or its content was altered.',
    `It was checked with ${secrets.map(fingerprinted).join(' and ')}. If the service shows another fingerprint for the endpoint, the secret was rotated or belongs to another endpoint.`,
    ...hints,
  ];
  return { reason: 'mismatch', explain };
}

/**
 * Checks a signature strictly. If it is invalid, finds what happened to body, secret or header, and
 * how to fix it. Only a matching digest confirms a cause. Never reveals the right signature.
 */
export function diagnose(input: DiagnosisInput): Diagnosed {
  const read = readSignature(input.signature);
  const match = findMatch(input, read);
  if (match && match.body.what === '' && match.secret.what === '' && read.faults.length === 0)
    return { valid: true, reason: null, explain: [] };
  if (match) return { valid: false, ...explainMatch(read, match) };
  const isMissing = read.digests.length === 0 && read.faults.length === 0;
  const found = isMissing
    ? explainMissing(input)
    : (explainByOther(input, read) ?? explainNothing(input, read));
  return { valid: false, ...found };
}
