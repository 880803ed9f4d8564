import {
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
} from '../../../contract/webhook-headers.ts';
import { signWebhook } from '../../../contract/webhook-signature.ts';
import { usageError } from '../../errors/usage-error.ts';
import type { ReceivedDelivery } from '../listen/received-delivery.ts';
import { headerPairs, namesIn, parsePayload } from '../raw-delivery.ts';
import type {
  Deliverable,
  DeliveriesOptions,
  DeliveriesOutcome,
} from '../trigger/run-deliveries.ts';
import { runDeliveries } from '../trigger/run-deliveries.ts';
import { makeDeliverable } from '../trigger/run-trigger.ts';
import type { SavedDelivery } from './saved-delivery.ts';
import { capturedHeader } from './saved-delivery.ts';
import { captureOf } from './write-capture.ts';

export interface ReplayOptions extends Pick<DeliveriesOptions, 'target' | 'signal' | 'onAttempt'> {
  /** Signs again. Default: keeps the saved signature. */
  readonly secret: string | undefined;
  /** The event of bare bodies. */
  readonly event: string | undefined;
}

function resigned(rawHeaders: readonly string[], signature: string): string[] {
  const wanted = SIGNATURE_HEADER.toLowerCase();
  const pairs = headerPairs(rawHeaders);
  const first = pairs.findIndex(({ key }) => key === wanted);
  if (first === -1) return [...rawHeaders, SIGNATURE_HEADER, signature];
  return pairs.flatMap(({ name, key, value }, at) => {
    if (key !== wanted) return [name, value];
    return at === first ? [name, signature] : [];
  });
}

function replayed({ name, body, capture }: SavedDelivery, options: ReplayOptions): Deliverable {
  const { secret, event = '' } = options;
  const signature = secret === undefined ? undefined : signWebhook(body, secret);
  if (!capture)
    return makeDeliverable({ body, event, signatures: signature ? [signature] : [], file: name });
  const names = namesIn(parsePayload(body));
  const header = (wanted: string): string | undefined => capturedHeader(capture, wanted)[0];
  const { rawHeaders } = capture;
  const headers = signature === undefined ? rawHeaders : resigned(rawHeaders, signature);
  return {
    subject: {
      ...names,
      event: header(EVENT_HEADER) ?? names.event ?? '(no event)',
      deliveryId: header(DELIVERY_HEADER) ?? null,
      badSignature: null,
      file: name,
    },
    body,
    headers: () => headers,
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
  options: Pick<ReplayOptions, 'target' | 'signal' | 'onAttempt'>,
): Promise<void> {
  const { number, body } = delivery;
  const saved = { name: `#${number}`, body, capture: captureOf(delivery) };
  await replayDeliveries([saved], { ...options, secret: undefined, event: undefined });
}

/** Sends the same bytes and headers again, one delivery after the other. */
export async function replayDeliveries(
  saved: readonly SavedDelivery[],
  options: ReplayOptions,
): Promise<DeliveriesOutcome> {
  const { target, signal, onAttempt } = options;
  const deliverables = saved.map((one) => replayed(one, options));
  const plan = saved.map((_, delivery) => ({ delivery, attempt: 1, waitMs: 0, isLost: false }));
  const run = { plan, concurrency: 1, retries: false, target, signal, onAttempt };
  return await runDeliveries(deliverables, run);
}
