import { createHmac } from 'node:crypto';
import { openWebhook, WebhookSignatureError } from '../../../client/index.ts';
import { SIGNATURE_HEADER } from '../../../contract/webhooks/webhook-headers.ts';
import { fingerprintOf } from '../../../contract/webhooks/webhook-signature.ts';
import type { StandardHead } from '../../../contract/webhooks/webhook-standard.ts';
import {
  bytesOfBase64,
  STANDARD_HEADERS,
  standardKeyOf,
  standardMessage,
} from '../../../contract/webhooks/webhook-standard.ts';
import { misuse } from '../../errors/usage-error.ts';
import { readInputFile } from '../../input/read-input-file.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import { headerPairs } from '../raw-delivery.ts';
import type { Capture, SavedDelivery } from '../replay/saved-delivery.ts';
import { capturedHeader, savedDelivery } from '../replay/saved-delivery.ts';
import type { WebhookSecret } from '../webhook-secrets.ts';
import { fingerprinted } from '../webhook-secrets.ts';
import type { Diagnosed, DiagnosisInput, Explained, HeaderValues } from './diagnose.ts';
import { diagnose, sentence } from './diagnose.ts';
import type { Variant } from './variants.ts';
import { bodyVariants } from './variants.ts';

const hasStandard = (headers: HeaderValues): boolean =>
  Object.values(STANDARD_HEADERS).some((name) => headers[name] !== undefined);

const AS_TEXT = 'decode the base64 after whsec_: the bytes are the key';

function keysOf({ secrets, others = [] }: DiagnosisInput): Variant[] {
  const decoded = (one: WebhookSecret, what: string, fix: string) => {
    const bytes = standardKeyOf(one.value);
    return bytes ? [{ what, fix, bytes: Buffer.from(bytes) }] : [];
  };
  return [
    ...secrets.flatMap((one) => decoded(one, '', '')),
    ...others.flatMap((one) =>
      decoded(one, `it is signed with ${one.name}`, `verify with ${one.name}`),
    ),
    ...secrets.map(({ name, value }) => {
      return { what: `${name} was used as it is`, fix: AS_TEXT, bytes: Buffer.from(value) };
    }),
  ];
}

function formless({ secrets }: DiagnosisInput): string[] {
  const without = secrets.filter(({ value }) => standardKeyOf(value) === undefined);
  return without.map(
    ({ name }) =>
      `${name} is not whsec_ and base64 of 24 to 64 bytes: it signs only X-Service-Signature.`,
  );
}

/** Explains a mismatch of `webhook-signature`. Only a matching digest confirms a cause. */
function explainStandard(input: DiagnosisInput): Explained | undefined {
  const { headers = {}, body } = input;
  const { id: idName, timestamp: timeName, signature: signatureName } = STANDARD_HEADERS;
  const [id = ''] = headers[idName] ?? [];
  const [timestamp = ''] = headers[timeName] ?? [];
  const [signature = ''] = headers[signatureName] ?? [];
  const digests = signature
    .split(' ')
    .flatMap((one) => bytesOfBase64(one.slice('v1,'.length)) ?? []);
  const keys = keysOf(input);
  for (const variant of bodyVariants(body)) {
    const message = standardMessage({ id, timestamp }, variant.bytes);
    const key = keys.find(({ bytes }) => {
      const made = createHmac('sha256', bytes).update(message).digest();
      return digests.some((digest) => made.equals(digest));
    });
    if (key) return explained(variant, key);
  }
  const explain = formless(input);
  return explain.length > 0 ? { reason: 'wrong_secret', explain } : undefined;
}

function explained(body: Variant, key: Variant): Explained | undefined {
  const sides = [body, key].filter(({ what }) => what !== '');
  if (sides.length === 0) return undefined;
  const explain = [
    ...sides.map(({ what }) => sentence(what)),
    ...sides.map(({ fix }) => `To fix: ${fix}.`),
  ];
  return { reason: body.what === '' ? 'wrong_secret' : 'altered_body', explain };
}

export interface SavedCheck extends Pick<DiagnosisInput, 'secrets' | 'others'> {
  /** Default: the saved header's value. One of `webhook-signature` begins with `v1,`. */
  readonly signature: string | undefined;
  /** Of a `v1,` signature. */
  readonly standard?: StandardHead | undefined;
  /** Deliveries saved in the same folder. Loaded only if nothing else explains a failure. */
  readonly beside: () => Promise<readonly SavedDelivery[]>;
}

type Headers = Record<string, string[]>;

function headersOf({ rawHeaders }: Capture): Headers {
  const headers: Headers = Object.create(null);
  for (const { key, value } of headerPairs(rawHeaders))
    headers[key] = [...(headers[key] ?? []), value];
  return headers;
}

/** When it arrived, or else when it was sent: a timestamp is old only on arrival. */
function arrivalOf({ capture }: SavedDelivery, headers: Headers): Date {
  const [sent] = headers[STANDARD_HEADERS.timestamp] ?? [];
  return capture ? new Date(capture.receivedAt) : new Date(Number(sent) * 1000);
}

/** The SDK's verdict includes the event. */
function verdictOfSdk(saved: SavedDelivery, headers: Headers, check: SavedCheck): Diagnosed {
  const { body } = saved;
  const { secrets, others = [] } = check;
  try {
    const delivery = { rawBody: body, headers, secrets: secrets.map(({ value }) => value) };
    openWebhook(delivery, { now: arrivalOf(saved, headers) });
    return { valid: true, reason: null, explain: [] };
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error;
    const { reason, message } = error;
    const why = { signature: undefined, body, headers, secrets, others };
    const cause = reason === 'mismatch' ? explainStandard(why) : undefined;
    return { valid: false, reason, explain: [sentence(message)], ...cause };
  }
}

function withGiven(headers: Headers, { signature = '', standard }: SavedCheck): Headers {
  const { id, timestamp } = standard ?? {};
  return {
    ...headers,
    ...(id && { [STANDARD_HEADERS.id]: [id] }),
    ...(timestamp && { [STANDARD_HEADERS.timestamp]: [String(timestamp)] }),
    [STANDARD_HEADERS.signature]: [signature],
    [SIGNATURE_HEADER.toLowerCase()]: [],
  };
}

export const isStandard = (signature = ''): boolean => signature.startsWith('v1,');

function savedSignature(capture: Capture | undefined): string | undefined {
  const values = capture ? capturedHeader(capture, SIGNATURE_HEADER) : [];
  return values.length > 0 ? values.join(', ') : undefined;
}

/** The explanation if the file's secret is none of those given. */
function signedWithAnother(
  { capture }: SavedDelivery,
  { secrets, signature }: SavedCheck,
): string | undefined {
  const of =
    signature === undefined && capture?.signature.ok ? capture.signature.secret : undefined;
  const own = secrets.map(({ value }) => `sha256:${fingerprintOf(value)}`);
  if (of === undefined || own.includes(of)) return undefined;
  const yours = secrets.map(({ name }, at) => `${own[at]} (${name})`);
  return `Signed with another secret: file ${of}, yours ${yours.join(' and ')}.`;
}

/** Explains a mismatch. Other reasons keep their own explanation after `first`. */
function withOtherSecret({ reason, explain, valid }: Diagnosed, first: string): Diagnosed {
  const fix = 'To fix: verify with the secret that has the fingerprint of the file.';
  return { valid, reason, explain: reason === 'mismatch' ? [first, fix] : [first, ...explain] };
}

const isForSdk = ({ valid, reason }: Diagnosed, headers: Headers): boolean =>
  valid || (reason === 'no_signature' && hasStandard(headers));

/** Checks a saved delivery by its own headers or the given signature, and explains failures. */
export async function diagnoseSaved(saved: SavedDelivery, check: SavedCheck): Promise<Diagnosed> {
  const { body, capture } = saved;
  const headers = capture ? headersOf(capture) : {};
  if (isStandard(check.signature)) return verdictOfSdk(saved, withGiven(headers, check), check);
  const signature = check.signature ?? savedSignature(capture);
  const { secrets, others = [] } = check;
  const input = { body, signature, secrets, others, headers };
  const first = diagnose(input);
  const otherSecret = first.valid ? undefined : signedWithAnother(saved, check);
  if (otherSecret) return withOtherSecret(first, otherSecret);
  if (first.reason === 'mismatch' || first.reason === 'cut_body')
    return diagnose({ ...input, deliveries: await check.beside() });
  const isOwn = capture !== undefined && check.signature === undefined;
  return isOwn && isForSdk(first, headers) ? verdictOfSdk(saved, headers, check) : first;
}

interface SavedInput {
  /** `-` is stdin. */
  readonly file: string;
  readonly signature: string | undefined;
  readonly standard?: Partial<StandardHead> | undefined;
  readonly secretFile: string | undefined;
}

/** Requires a signature. Throws a `CliError` (exit 2) if something is missing or damaged. */
export async function readSaved(input: SavedInput): Promise<SavedDelivery> {
  const { file, signature, secretFile } = input;
  if (file === '-' && secretFile === '-')
    throw misuse('the delivery and the secret cannot both come from stdin');
  const saved = savedDelivery(await readInputFile(file, 'the delivery'), file);
  const { id, timestamp } = input.standard ?? {};
  if (isStandard(signature) && !saved.capture && !(id && timestamp))
    throw misuse(
      '--id or --timestamp is missing: a v1 signature covers them too',
      'pass --id "$WEBHOOK_ID" --timestamp "$WEBHOOK_TIMESTAMP"',
    );
  if (saved.capture || signature !== undefined) return saved;
  throw misuse(
    '--signature is missing: a bare body has none',
    'pass --signature "$VALUE_OF_X_SERVICE_SIGNATURE"',
  );
}

/** Prints whether a signature is valid or why not, then the secrets and any expected signatures. */
export function printDiagnosis(
  printer: Printer,
  { valid, reason, explain }: Diagnosed,
  { secrets, expected }: { secrets: readonly WebhookSecret[]; expected: string[] | undefined },
): void {
  if (printer.isJson) printer.document({ valid, reason, explain, ...(expected && { expected }) });
  else if (valid) printer.result('valid: the signature matches the body and the secret');
  else {
    printer.result(`not valid: ${harmless(reason ?? '').replaceAll('_', ' ')}`);
    for (const sentence of explain) printer.result(`  ${harmless(sentence)}`);
  }
  for (const signature of expected ?? []) printer.result(`expected: ${signature}`);
  printer.note(`checked with ${secrets.map(fingerprinted).join(' and ')}`);
}
