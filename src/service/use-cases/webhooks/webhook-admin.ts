import type { WebhookEvent } from '../../../contract/webhook-event.ts';
import type { Delivery, DeliverySummary } from '../../domain/delivery.ts';
import type { ShownEndpoint, WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { ServiceDeps } from '../deps.ts';
import { activateSecret } from './activate-secret.ts';
import type { ObjectionTo } from './add-endpoint.ts';
import { addEndpoint } from './add-endpoint.ts';
import type { NamedDelivery } from './find-own-delivery.ts';
import { findOwnDelivery } from './find-own-delivery.ts';
import type { DeliveryQuery } from './list-deliveries.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEndpoints } from './list-endpoints.ts';
import type { OwnEndpoint } from './lock-own-endpoint.ts';
import { endpointNotFound } from './lock-own-endpoint.ts';
import type { ResendOrder, Resent } from './resend-deliveries.ts';
import { resendDeliveries } from './resend-deliveries.ts';
import { rotateSecret } from './rotate-secret.ts';
import { switchEndpoint } from './switch-endpoint.ts';
import { testEndpoint } from './test-endpoint.ts';

/** What an account can do with its webhook endpoints. Each throws {DomainError}: `not_found`, and what it says itself. */
export interface WebhookAdmin {
  /** Its answer is one of two places that have a secret whole. @throws `invalid_request` for a URL that cannot be */
  addEndpoint(endpoint: {
    accountId: string;
    url: string;
    secret?: string;
  }): Promise<WebhookEndpoint>;
  listEndpoints(accountId: string): Promise<ShownEndpoint[]>;
  switchEndpoint(own: OwnEndpoint, enabled: boolean): Promise<ShownEndpoint>;
  /** Gives up what waits for it. */
  removeEndpoint(own: OwnEndpoint): Promise<void>;
  /** The other place that has a secret whole. */
  rotateSecret(
    own: OwnEndpoint,
    when: { isNow: boolean },
  ): Promise<{ endpoint: ShownEndpoint; secret: string }>;
  /** @throws `invalid_state` when there is no next secret */
  activateSecret(own: OwnEndpoint): Promise<ShownEndpoint>;
  /** Sends a test event, and answers what came of it. */
  testEndpoint(own: OwnEndpoint, kind: WebhookEvent['event']): Promise<Delivery>;
  listDeliveries(query: DeliveryQuery): Promise<DeliverySummary[]>;
  /** @throws `invalid_request` for what begins the ids of several */
  findDelivery(named: NamedDelivery): Promise<Delivery>;
  /** @throws `invalid_request` for what begins several ids; `invalid_state` when an endpoint is off */
  resendDeliveries(order: ResendOrder): Promise<Resent>;
}

/** The use cases of webhook endpoints over one world. */
export function webhookAdmin(
  deps: ServiceDeps & { readonly objectionTo: ObjectionTo },
): WebhookAdmin {
  const { store } = deps;
  return {
    addEndpoint: (endpoint) => addEndpoint(deps, endpoint),
    listEndpoints: (accountId) => listEndpoints(deps, accountId),
    switchEndpoint: (own, enabled) => switchEndpoint(deps, own, enabled),
    removeEndpoint: async ({ accountId, endpointId }) => {
      if (!(await store.removeEndpoint(accountId, endpointId))) throw endpointNotFound();
    },
    rotateSecret: (own, when) => rotateSecret(deps, own, when),
    activateSecret: (own) => activateSecret(deps, own),
    testEndpoint: (own, kind) => testEndpoint(deps, own, kind),
    listDeliveries: (query) => listDeliveries(deps, query),
    findDelivery: (named) => findOwnDelivery(deps, named),
    resendDeliveries: (order) => resendDeliveries(deps, order),
  };
}
