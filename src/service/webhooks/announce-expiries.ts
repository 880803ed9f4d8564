import type { ServiceDeps } from '../core/deps.ts';
import { extraEvent } from '../core/documents/document-events.rules.ts';
import { endingOf } from '../core/documents/document-states.rules.ts';
import type { Unannounced } from '../core/outbox/queue-outbox.sql.ts';

const BATCH = 100;

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

/** Only if the document is still expired, and another process has not done it meanwhile. */
async function announceExpiry({ store, clock }: Deps, expired: Unannounced): Promise<boolean> {
  const { documentId } = expired;
  return await store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    const at = clock.now();
    if (!document || endingOf(document, at) !== 'expired') return false;
    if (await tx.hasAnnouncedExpiry(expired)) return false;
    const event = extraEvent(document, { event: 'document.expired' }, at);
    await tx.emitEvent({ accountId: document.accountId, documentId, event }, at);
    return true;
  });
}

/** Emits `document.expired` to endpoints that ask for it. Any number of processes may run it. */
export async function announceExpiries(deps: Deps, signal?: AbortSignal): Promise<void> {
  let announced = BATCH;
  while (announced === BATCH) {
    announced = 0;
    for (const one of await deps.store.listUnannounced({ now: deps.clock.now(), limit: BATCH })) {
      if (signal?.aborted) return;
      if (await announceExpiry(deps, one)) announced += 1;
    }
  }
}
