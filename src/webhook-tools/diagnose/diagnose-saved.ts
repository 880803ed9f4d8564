import { SIGNATURE_HEADER, signWebhook } from '../../contract/webhook-signature.ts';
import type { Capture } from '../replay/capture.ts';
import { capturedHeader } from '../replay/capture.ts';
import type { SavedDelivery } from '../replay/saved-delivery.ts';
import { checkDelivery } from './check-delivery.ts';
import type { Diagnosis, DiagnosisInput } from './diagnose.ts';
import { diagnose } from './diagnose.ts';

/** What a saved delivery is checked against. */
export interface SavedCheck extends Pick<DiagnosisInput, 'secrets' | 'others'> {
  /** The header's value; that which was saved unless told. */
  readonly signature: string | undefined;
  /** Those that lie beside it, read when they are needed. */
  readonly beside: () => Promise<readonly SavedDelivery[]>;
}

type Headers = Record<string, string[]>;

function headersOf({ rawHeaders }: Capture): Headers {
  const headers: Headers = Object.create(null);
  for (const [at, name] of rawHeaders.entries()) if (at % 2 === 0) headers[name.toLowerCase()] = [];
  for (const name of Object.keys(headers)) headers[name] = capturedHeader({ rawHeaders }, name);
  return headers;
}

const WORDS: Readonly<Record<string, string>> = {
  invalid_json: 'The signature is right, but the body is no JSON.',
  invalid_shape: 'The signature is right, but the body is no event.',
  missing_event: 'The signature is right, but there is no X-Service-Event header.',
  event_mismatch: 'The signature is right, but X-Service-Event names another event than the body.',
};

/** What the SDK would refuse although the signature is right. */
function beyondSignature({ body }: SavedDelivery, headers: Headers, check: SavedCheck): Diagnosis {
  const secrets = check.secrets.map(({ value }) => value);
  const { signature } = checkDelivery({ rawBody: body, headers, secrets });
  if (signature.state !== 'invalid') return { valid: true, reason: null, explain: [] };
  return {
    valid: false,
    reason: signature.reason,
    explain: [WORDS[signature.reason] ?? signature.reason],
  };
}

/**
 * Says whether a delivery that was kept is valid, and if not, why: by its own headers, or by the signature given. Looks
 * at the deliveries beside it only when nothing else explains a failure.
 */
export async function diagnoseSaved(saved: SavedDelivery, check: SavedCheck): Promise<Diagnosis> {
  const { body, capture } = saved;
  const headers = capture ? headersOf(capture) : {};
  const own = capture ? capturedHeader(capture, SIGNATURE_HEADER) : [];
  const signature = check.signature ?? (own.length > 0 ? own.join(', ') : undefined);
  const { secrets, others = [] } = check;
  const input = { body, signature, secrets, others, headers };
  const first = diagnose(input);
  if (first.reason === 'no_match' || first.reason === 'cut_body')
    return diagnose({ ...input, deliveries: await check.beside() });
  const isOwn = capture !== undefined && check.signature === undefined;
  return first.valid && isOwn ? beyondSignature(saved, headers, check) : first;
}

/** The signatures that would be right, one for each secret. */
export function expectedSignatures(
  { body }: SavedDelivery,
  secrets: DiagnosisInput['secrets'],
): string[] {
  return secrets.map(({ value }) => signWebhook(body, value));
}
