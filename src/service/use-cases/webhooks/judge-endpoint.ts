import type { DeliveryAttempt } from '../../domain/outbox.ts';
import {
  healthAfter,
  isFailingForGood,
  isWorthNoting,
} from '../../domain/webhooks/endpoint-health.ts';
import type { DisabledReason, WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';

const GONE = 410;

/** An ended attempt to deliver. */
type Tried = Pick<DeliveryAttempt, 'item' | 'result' | 'usesStep' | 'endedAt'>;

/** Test events never count. Attempts by hand count when they succeed or return 410. */
function counts({ item, result, usesStep }: Tried): boolean {
  if (item.documentId === null) return false;
  return usesStep || result.ok || result.status === GONE;
}

function reasonToDisable(
  health: WebhookEndpoint['health'],
  { result, endedAt }: Tried,
): DisabledReason | undefined {
  if (result.status === GONE) return 'gone';
  return isFailingForGood(health, endedAt) ? 'failing' : undefined;
}

/**
 * Counts an attempt for or against its endpoint. Disables an endpoint that is gone (410) or has failed for too long, and
 * queues a mail to the account in the same transaction.
 */
export async function judgeEndpoint(
  { store }: Pick<ServiceDeps, 'store'>,
  tried: Tried,
): Promise<void> {
  const { item, result, endedAt: at } = tried;
  if (item.kind !== 'delivery' || !counts(tried)) return;
  const ended = { ok: result.ok, at };
  if (!isWorthNoting(item.health, ended)) return;
  const { endpointId } = item;
  await store.transaction(async (tx) => {
    const endpoint = await tx.lockEndpoint(endpointId);
    if (!endpoint?.enabled) return;
    const health = healthAfter(endpoint.health, ended);
    const disabledReason = reasonToDisable(health, tried);
    if (!disabledReason) return await tx.changeEndpoint(endpointId, { health });
    await tx.changeEndpoint(endpointId, { health, enabled: false, disabledReason, disabledAt: at });
    const notice = { kind: 'endpoint-disabled', endpointId } as const;
    await tx.queueMail(notice, { documentId: null, signerId: null, at });
  });
}
