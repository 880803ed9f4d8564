import { EVENT_EXAMPLES } from '../../../contract/examples.ts';
import type { WebhookEvent } from '../../../contract/webhook-event.ts';
import type { Delivery } from '../../domain/delivery.ts';
import type { ServiceDeps } from '../deps.ts';
import { certificateUrl } from '../documents/retrieve-document.ts';
import { awaitTry } from './await-try.ts';
import type { OwnEndpoint } from './lock-own-endpoint.ts';
import { lockOwnEndpoint } from './lock-own-endpoint.ts';

/** The document of test events: no real one can have this id. */
const NO_DOCUMENT = '00000000-0000-0000-0000-000000000000';

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'links'>;

function testEvent({ links, clock }: Deps, kind: WebhookEvent['event']): WebhookEvent {
  const occurredAt = clock.now().toISOString();
  const common = { documentId: NO_DOCUMENT, occurredAt };
  if (kind === 'signer.signed') return { ...EVENT_EXAMPLES[kind], ...common };
  const url = certificateUrl(links, NO_DOCUMENT);
  return { ...EVENT_EXAMPLES[kind], ...common, completedAt: occurredAt, certificateUrl: url };
}

/**
 * Sends an endpoint a valid event of a document that cannot exist, once, also while it is off, and answers what came of
 * it; whatever it is, it counts nothing against the endpoint. After half a minute it answers what it knows.
 * @throws {DomainError} `not_found`
 */
export async function testEndpoint(
  deps: Deps,
  own: OwnEndpoint,
  kind: WebhookEvent['event'],
): Promise<Delivery> {
  const event = testEvent(deps, kind);
  const deliveryId = await deps.store.transaction(async (tx) => {
    await lockOwnEndpoint(tx, own);
    return await tx.queueTest({ ...own, event }, deps.clock.now());
  });
  return await awaitTry(deps, { accountId: own.accountId, deliveryId, after: 0 });
}
