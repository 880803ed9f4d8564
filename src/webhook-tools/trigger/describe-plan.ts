import type { SignerCount } from '../format/payload.ts';
import { parsePayload } from '../format/payload.ts';
import { prepareDelivery } from './prepared-delivery.ts';
import type { TriggerOrder } from './trigger-order.ts';

/** A try that is planned, and what it would bring. */
export interface DescribedTry {
  /** From 1. */
  readonly number: number;
  readonly event: string;
  readonly documentId: string | null;
  readonly signers: SignerCount | null;
  readonly attempt: number;
  /** Wait before it, in milliseconds. */
  readonly waitMs: number;
  readonly lost: boolean;
  readonly payload: unknown;
}

/** What an order would send, in its order. */
export function describePlan({ plan, bodies, event }: TriggerOrder): DescribedTry[] {
  return plan.map(({ delivery, attempt, waitMs, isLost: lost }, index) => {
    const body = bodies[delivery] ?? Buffer.alloc(0);
    const prepared = prepareDelivery(body, event, []);
    return {
      number: index + 1,
      event: prepared.event,
      documentId: prepared.documentId,
      signers: prepared.signers,
      attempt,
      waitMs,
      lost,
      payload: parsePayload(body),
    };
  });
}
