import { randomUUID } from 'node:crypto';
import { CLIENT_VERSION, signWebhook } from '../../../client/index.ts';
import {
  ATTEMPT_HEADER,
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
} from '../../../contract/webhooks/webhook-headers.ts';
import { standardHeaders } from '../../../contract/webhooks/webhook-signature.ts';
import { namesIn, parsePayload } from '../raw-delivery.ts';
import { tamper } from './bad-signatures.ts';
import type { PlannedAttempt } from './plan-attempts.ts';
import type { Deliverable, DeliveriesOptions, DeliveriesOutcome } from './run-deliveries.ts';
import { runDeliveries } from './run-deliveries.ts';
import type { TriggerOrder } from './trigger-order.ts';

const HEADER_WORD = /^[\w.:-]{1,100}$/;
/** Like the service's. */
const USER_AGENT = `esign/${CLIENT_VERSION}`;

interface DeliveryParts {
  readonly body: Buffer;
  /** For the header if the body names no event. */
  readonly event: string;
  /** One signature, unless something is to be wrong. */
  readonly signatures: readonly string[];
  /** The headers of Standard Webhooks at the time of an attempt; default none. */
  readonly standard?: () => Readonly<Record<string, string>>;
  /** Default: a new one. */
  readonly id?: string;
  readonly file?: string;
}

/** The body's event, or else the given one. */
function headerEvent(said: string | null, event: string): string {
  return said !== null && HEADER_WORD.test(said) ? said : event;
}

/** With the service's headers, in its order. */
export function makeDeliverable(parts: DeliveryParts): Deliverable {
  const { body, signatures, id = randomUUID(), file = null } = parts;
  const names = namesIn(parsePayload(body));
  const event = headerEvent(names.event, parts.event);
  return {
    subject: { ...names, event, deliveryId: id, badSignature: null, file },
    body,
    headers: (attempt) =>
      [
        ['Content-Type', 'application/json'],
        ['Content-Length', String(body.length)],
        ['User-Agent', USER_AGENT],
        ['Accept', '*/*'],
        ['Accept-Encoding', 'identity'],
        ...signatures.map((value) => [SIGNATURE_HEADER, value]),
        [EVENT_HEADER, event],
        [DELIVERY_HEADER, id],
        [ATTEMPT_HEADER, String(attempt)],
        ...Object.entries(parts.standard?.() ?? {}),
      ].flat(),
  };
}

/** With both signatures, as the service signs. */
export const signed = (
  body: Buffer,
  secret: string,
): Pick<DeliveryParts, 'signatures' | 'standard'> => ({
  signatures: [signWebhook(body, secret)],
  standard: () => standardHeaders(body, { secret }, new Date()),
});

export interface TriggerOptions
  extends Pick<DeliveriesOptions, 'target' | 'concurrency' | 'onAttempt' | 'signal'> {
  readonly secret: string;
}

export type PlannedReport = ReturnType<typeof describePlan>[number];

/** For `--dry-run`. Attempts are numbered from 1. */
export function describePlan({ plan, bodies, event }: TriggerOrder) {
  return plan.map(({ delivery, attempt, waitMs, isLost: lost }, index) => {
    const body = bodies[delivery] ?? Buffer.alloc(0);
    const payload = parsePayload(body);
    const names = namesIn(payload);
    const named = { number: index + 1, ...names, event: headerEvent(names.event, event) };
    return { ...named, attempt, waitMs, lost, payload };
  });
}

function deliverablesOf(order: TriggerOrder, secret: string): Deliverable[] {
  const { bodies, event, badSignatures } = order;
  return bodies.flatMap((body) => {
    const id = randomUUID();
    const good = makeDeliverable({ body, event, id, ...signed(body, secret) });
    if (badSignatures.length === 0) return [good];
    return badSignatures.map((kind) => {
      const { standard = {}, ...tampered } = tamper(kind, body, secret);
      const bad = makeDeliverable({ ...tampered, event, id, standard: () => standard });
      return { ...bad, subject: { ...good.subject, badSignature: kind } };
    });
  });
}

function planForKinds(plan: readonly PlannedAttempt[], kinds: number): readonly PlannedAttempt[] {
  if (kinds === 0) return plan;
  return plan.flatMap((planned) =>
    Array.from({ length: kinds }, (_, kind) => {
      return { ...planned, delivery: planned.delivery * kinds + kind };
    }),
  );
}

export async function runTrigger(
  order: TriggerOrder,
  { secret, ...options }: TriggerOptions,
): Promise<DeliveriesOutcome> {
  const plan = planForKinds(order.plan, order.badSignatures.length);
  return await runDeliveries(deliverablesOf(order, secret), {
    ...options,
    plan,
    retries: order.isScenario,
  });
}
