import { CLIENT_VERSION, signWebhook } from '../../client/index.ts';
import type { BadSignature } from './bad-signatures.ts';
import { tamper } from './bad-signatures.ts';
import type { PlannedTry } from './plan-tries.ts';
import type { PreparedDelivery } from './prepared-delivery.ts';
import { deliveryHeaders, prepareDelivery } from './prepared-delivery.ts';
import type { Deliverable, DeliveriesOptions, DeliveriesOutcome } from './run-deliveries.ts';
import { runDeliveries } from './run-deliveries.ts';
import type { TriggerOrder } from './trigger-order.ts';

/** The name by which the service sends, too. */
const USER_AGENT = `esign/${CLIENT_VERSION}`;

/** How an order is carried out. */
export interface TriggerOptions
  extends Pick<DeliveriesOptions, 'target' | 'concurrency' | 'onTry' | 'signal'> {
  readonly secret: string;
}

/** A delivery made anew, with the service's headers. */
export function deliverable(
  prepared: PreparedDelivery,
  badSignature: BadSignature | null = null,
): Deliverable {
  const { event, documentId, signers, id: deliveryId, body } = prepared;
  return {
    subject: { event, documentId, signers, deliveryId, badSignature, file: null },
    body,
    headers: (attempt) => deliveryHeaders(prepared, attempt, USER_AGENT),
  };
}

function deliverables({ bodies, event, badSignatures }: TriggerOrder, secret: string) {
  return bodies.flatMap((body) => {
    const good = prepareDelivery(body, event, [signWebhook(body, secret)]);
    if (badSignatures.length === 0) return [deliverable(good)];
    return badSignatures.map((kind) =>
      deliverable({ ...good, ...tamper(kind, body, secret) }, kind),
    );
  });
}

/** The plan with each delivery in it once for every kind of bad signature. */
function planForKinds(plan: readonly PlannedTry[], kinds: number): readonly PlannedTry[] {
  if (kinds === 0) return plan;
  return plan.flatMap((planned) =>
    Array.from({ length: kinds }, (_, kind) => {
      return { ...planned, delivery: planned.delivery * kinds + kind };
    }),
  );
}

/** Sends what was ordered, signed, as the service does, and judges what was answered. */
export async function runTrigger(
  order: TriggerOrder,
  options: TriggerOptions,
): Promise<DeliveriesOutcome> {
  const { secret, ...rest } = options;
  return await runDeliveries(deliverables(order, secret), {
    ...rest,
    plan: planForKinds(order.plan, order.badSignatures.length),
    triesAgain: order.isScenario,
  });
}
