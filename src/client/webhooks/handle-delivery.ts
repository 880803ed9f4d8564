import { LONGEST_TIMER_MS } from '../http/system-clock.ts';
import type { OpenedWebhook } from './check-delivery.ts';
import { isKnownEvent } from './check-delivery.ts';
import type { Delivery } from './read-delivery.ts';
import type { HandlerOutcome, Receiving, WebhookTrouble } from './receive-options.ts';
import { deliveryKey, openWebhook } from './verify-webhook.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** The response to a delivery, without a body. */
export interface WebhookAnswer {
  /** The HTTP status. */
  readonly status: 202 | 204 | 401 | 500;
}

/** Exceptions of `onTrouble` must not change the response. */
export function report({ onTrouble }: Receiving, trouble: WebhookTrouble): void {
  try {
    onTrouble(trouble);
  } catch (error) {
    console.error(error);
  }
}

/** Refuses a delivery that does not verify. Our own mistakes are a 500, so that it is retried. */
export function refuseSignature(receiving: Receiving, error: WebhookSignatureError): WebhookAnswer {
  const isOurs = error.reason === 'body_already_parsed' || error.reason === 'no_secret';
  const status = isOurs ? 500 : 401;
  report(receiving, { status, message: error.message, error });
  return { status };
}

async function handleNew(
  receiving: Receiving,
  { event, secretIndex }: OpenedWebhook,
  key: string,
): Promise<HandlerOutcome> {
  const { done, rememberMs } = receiving;
  const facts = { key, secretIndex };
  try {
    if (await done.has(key)) return { ok: true };
    if (isKnownEvent(event)) await receiving.onEvent(event, facts);
    else await receiving.onUnknownEvent(event, facts);
  } catch (error) {
    return { ok: false, error };
  }
  try {
    // Only now: if remembered earlier, a crash of the handler would lose the event
    await done.add(key, rememberMs);
  } catch (error) {
    report(receiving, { status: 204, message: 'the delivery cannot be remembered', error, key });
  }
  return { ok: true };
}

function handleOnce(
  receiving: Receiving,
  opened: OpenedWebhook,
  key: string,
): Promise<HandlerOutcome> {
  const { running } = receiving;
  const found = running.get(key);
  if (found !== undefined) return found;
  const run = handleNew(receiving, opened, key).finally(() => running.delete(key));
  running.set(key, run);
  return run;
}

async function acknowledge(
  receiving: Receiving,
  run: Promise<HandlerOutcome>,
  key: string,
): Promise<WebhookAnswer> {
  const answer = (outcome: HandlerOutcome, failed: 202 | 500): WebhookAnswer => {
    if (outcome.ok) return { status: 204 };
    report(receiving, { status: failed, message: 'the handler failed', error: outcome.error, key });
    return { status: 500 };
  };
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<undefined>((resolve) => {
    const ms = Math.min(receiving.ackAfterMs, LONGEST_TIMER_MS);
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const outcome = await Promise.race([run, slow]);
  clearTimeout(timer);
  if (outcome) return answer(outcome, 500);
  void run.then((late) => answer(late, 202));
  return { status: 202 };
}

/** Verifies a delivery and handles it once. Reports problems instead of throwing. */
export async function handleDelivery(
  receiving: Receiving,
  delivery: Omit<Delivery, 'secrets'>,
): Promise<WebhookAnswer> {
  const { secrets, maxAgeMs, requireTimestamp } = receiving;
  let opened: OpenedWebhook;
  try {
    const age = maxAgeMs === undefined ? {} : { maxAgeMs };
    opened = openWebhook({ ...delivery, secrets }, { requireTimestamp, ...age });
  } catch (error) {
    if (error instanceof WebhookSignatureError) return refuseSignature(receiving, error);
    throw error;
  }
  const key = deliveryKey(delivery.rawBody);
  return await acknowledge(receiving, handleOnce(receiving, opened, key), key);
}
