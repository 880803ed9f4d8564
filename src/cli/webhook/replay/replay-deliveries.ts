import {
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
} from '../../../contract/webhooks/webhook-headers.ts';
import { signWebhook, standardHeaders } from '../../../contract/webhooks/webhook-signature.ts';
import { STANDARD_HEADERS } from '../../../contract/webhooks/webhook-standard.ts';
import { usageError } from '../../errors/usage-error.ts';
import type { ReceivedDelivery } from '../listen/received-delivery.ts';
import { headerPairs, namesIn, parsePayload } from '../raw-delivery.ts';
import { inOrder } from '../trigger/plan-attempts.ts';
import type {
  Deliverable,
  DeliveriesOptions,
  DeliveriesOutcome,
} from '../trigger/run-deliveries.ts';
import { runDeliveries } from '../trigger/run-deliveries.ts';
import { makeDeliverable, signed } from '../trigger/run-trigger.ts';
import type { SavedDelivery } from './saved-delivery.ts';
import { capturedHeader } from './saved-delivery.ts';
import { captureOf } from './write-capture.ts';

export interface ReplayOptions extends Pick<DeliveriesOptions, 'target' | 'signal' | 'onAttempt'> {
  /** Signs again. Default: keeps the saved signature. */
  readonly secret: string | undefined;
  /** The event of bare bodies. */
  readonly event: string | undefined;
}

const SIGNED = [SIGNATURE_HEADER.toLowerCase(), ...Object.values<string>(STANDARD_HEADERS)];

/** Fresh signatures in the places of the saved ones. */
function resigned(rawHeaders: readonly string[], body: Buffer, secret: string): string[] {
  const fresh = new Map([
    [SIGNATURE_HEADER.toLowerCase(), [SIGNATURE_HEADER, signWebhook(body, secret)]],
    ...Object.entries(standardHeaders(body, { secret }, new Date())).map(
      ([name, value]) => [name, [name, value]] as const,
    ),
  ]);
  const kept = headerPairs(rawHeaders).flatMap(({ name, key, value }) => {
    if (!SIGNED.includes(key)) return [name, value];
    const [, now] = fresh.get(key) ?? [];
    fresh.delete(key);
    return now === undefined ? [] : [name, now];
  });
  return [...kept, ...[...fresh.values()].flat()];
}

function replayed({ name, body, capture }: SavedDelivery, options: ReplayOptions): Deliverable {
  const { secret, event = '' } = options;
  if (!capture) {
    const signatures = secret === undefined ? { signatures: [] } : signed(body, secret);
    return makeDeliverable({ body, event, ...signatures, file: name });
  }
  const names = namesIn(parsePayload(body));
  const header = (wanted: string): string | undefined => capturedHeader(capture, wanted)[0];
  const { rawHeaders } = capture;
  return {
    subject: {
      ...names,
      event: header(EVENT_HEADER) ?? names.event ?? '(no event)',
      deliveryId: header(DELIVERY_HEADER) ?? null,
      badSignature: null,
      file: name,
    },
    body,
    headers: () => (secret === undefined ? rawHeaders : resigned(rawHeaders, body, secret)),
  };
}

/** Throws a `CliError` (exit 2) for a bare body without an event or a signature. */
export function checkReplayable(
  saved: readonly SavedDelivery[],
  { resign, event }: { readonly resign: boolean; readonly event?: string | undefined },
): void {
  const bare = saved.find(({ capture }) => capture === undefined);
  if (!bare || (resign && event !== undefined)) return;
  const problem = `"${bare.name}" is a bare body: it needs --event and --resign`;
  throw usageError([problem], 'webhook:replay');
}

/** One that a listener has just received. */
export async function replayReceived(
  delivery: ReceivedDelivery,
  options: Omit<ReplayOptions, 'event'>,
): Promise<void> {
  const { number, body } = delivery;
  const saved = { name: `#${number}`, body, capture: captureOf(delivery) };
  await replayDeliveries([saved], { ...options, event: undefined });
}

/** Sends the same bytes and headers again, one delivery after the other. */
export async function replayDeliveries(
  saved: readonly SavedDelivery[],
  options: ReplayOptions,
): Promise<DeliveriesOutcome> {
  const { target, signal, onAttempt } = options;
  const deliverables = saved.map((one) => replayed(one, options));
  const run = { plan: inOrder(saved), concurrency: 1, retries: false, target, signal, onAttempt };
  return await runDeliveries(deliverables, run);
}
