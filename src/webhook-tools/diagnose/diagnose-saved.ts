import { openWebhook, WebhookSignatureError } from '../../client/index.ts';
import { SIGNATURE_HEADER, signWebhook } from '../../contract/webhook-signature.ts';
import type { Capture } from '../replay/capture.ts';
import { capturedHeader } from '../replay/capture.ts';
import type { SavedDelivery } from '../replay/saved-delivery.ts';
import type { Diagnosis, DiagnosisInput } from './diagnose.ts';
import { diagnose, sentence } from './diagnose.ts';

/** Options for checking a saved delivery. */
export interface SavedCheck extends Pick<DiagnosisInput, 'secrets' | 'others'> {
  /** The header's value; the saved one by default. */
  readonly signature: string | undefined;
  /** Loads the deliveries saved beside it; called only when nothing else explains a failure. */
  readonly beside: () => Promise<readonly SavedDelivery[]>;
}

type Headers = Record<string, string[]>;

function headersOf({ rawHeaders }: Capture): Headers {
  const headers: Headers = Object.create(null);
  for (const [at, name] of rawHeaders.entries()) if (at % 2 === 0) headers[name.toLowerCase()] = [];
  for (const name of Object.keys(headers)) headers[name] = capturedHeader({ rawHeaders }, name);
  return headers;
}

/** The SDK's verdict, which includes the event. */
function verdictOfSdk(
  { body: rawBody }: SavedDelivery,
  headers: Headers,
  check: SavedCheck,
): Diagnosis {
  try {
    openWebhook({ rawBody, headers, secrets: check.secrets.map(({ value }) => value) });
    return { valid: true, reason: null, explain: [] };
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error;
    return { valid: false, reason: error.reason, explain: [sentence(error.message)] };
  }
}

/** Says whether a saved delivery is valid, by its own headers or by the signature given, and if not, why. */
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
  return first.valid && isOwn ? verdictOfSdk(saved, headers, check) : first;
}

/** The right signatures, one for each secret. */
export function expectedSignatures(
  { body }: SavedDelivery,
  secrets: DiagnosisInput['secrets'],
): string[] {
  return secrets.map(({ value }) => signWebhook(body, value));
}
