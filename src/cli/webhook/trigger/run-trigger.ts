import { randomUUID } from 'node:crypto';
import { signWebhook } from '../../../client/index.ts';
import { parsePayload } from '../payload.ts';
import { tamper } from './bad-signatures.ts';
import { headerEvent, makeDeliverable, namesIn } from './deliverable.ts';
import type { PlannedAttempt } from './plan-attempts.ts';
import type { Deliverable, DeliveriesOptions, DeliveriesOutcome } from './run-deliveries.ts';
import { runDeliveries } from './run-deliveries.ts';
import type { TriggerOrder } from './trigger-order.ts';

export interface TriggerOptions
  extends Pick<DeliveriesOptions, 'target' | 'concurrency' | 'onAttempt' | 'signal'> {
  readonly secret: string;
}

export type PlannedReport = ReturnType<typeof describePlan>[number];

/** For `--dry-run`. Attempts are numbered from 1. */
export function describePlan({ plan, bodies, event }: TriggerOrder) {
  return plan.map(({ delivery, attempt, waitMs, isLost: lost }, index) => {
    const body = bodies[delivery] ?? Buffer.alloc(0);
    const { documentId, signers } = namesIn(body);
    const named = { number: index + 1, event: headerEvent({ body, event }), documentId, signers };
    return { ...named, attempt, waitMs, lost, payload: parsePayload(body) };
  });
}

function deliverablesOf(order: TriggerOrder, secret: string): Deliverable[] {
  const { bodies, event, badSignatures } = order;
  return bodies.flatMap((body) => {
    const id = randomUUID();
    const good = makeDeliverable({ body, event, id, signatures: [signWebhook(body, secret)] });
    if (badSignatures.length === 0) return [good];
    return badSignatures.map((kind) => {
      const bad = makeDeliverable({ ...tamper(kind, body, secret), event, id });
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
