import { healthAfter, isFailingForGood, isWorthNoting } from '../../domain/endpoint-health.ts';
import type { EndedTry } from '../../domain/outbox.ts';
import type { DisabledReason, WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';

const GONE = 410;

/** A try of a delivery that is over. */
type Tried = Pick<EndedTry, 'item' | 'result' | 'usesStep' | 'endedAt'>;

/** Tests tell nothing of an endpoint; of what was sent by hand a success does, and an answer that it is gone. */
function isTelling({ item, result, usesStep }: Tried): boolean {
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
 * Counts a try for or against its endpoint. One that is gone (410), or failed for too long, is switched off with its
 * reason, and in the same transaction a mail is queued to the account.
 */
export async function judgeEndpoint(
  { store }: Pick<ServiceDeps, 'store'>,
  tried: Tried,
): Promise<void> {
  const { item, result, endedAt: at } = tried;
  if (item.kind !== 'delivery' || !isTelling(tried)) return;
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
