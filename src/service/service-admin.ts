import type { WebhookEvent } from '../contract/webhook-event.ts';
import type { Origin } from './domain/audit/audit.ts';
import { SYSTEM } from './domain/audit/audit.ts';
import type { ServiceOptions } from './service-options.ts';
import { changeAccount } from './use-cases/accounts/change-account.ts';
import type { NewAccount } from './use-cases/accounts/create-account.ts';
import { createAccount } from './use-cases/accounts/create-account.ts';
import type { ServiceDeps } from './use-cases/deps.ts';
import type { OwnDocument } from './use-cases/documents/lock-own-document.ts';
import { resendLink } from './use-cases/documents/resend-link.ts';
import type { WithdrawRequest } from './use-cases/documents/withdraw-document.ts';
import { withdrawDocument } from './use-cases/documents/withdraw-document.ts';
import type { NewMember } from './use-cases/members/add-member.ts';
import { addMember } from './use-cases/members/add-member.ts';
import { issueSignIn } from './use-cases/members/request-sign-in.ts';
import type {
  DeliveryQuery,
  NamedDelivery,
  ResendOrder,
} from './use-cases/webhooks/manage-deliveries.ts';
import {
  findOwnDelivery,
  listDeliveries,
  resendDeliveries,
  testEndpoint,
} from './use-cases/webhooks/manage-deliveries.ts';
import type { NewEndpoint, OwnEndpoint } from './use-cases/webhooks/manage-endpoints.ts';
import {
  activateSecret,
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  switchEndpoint,
} from './use-cases/webhooks/manage-endpoints.ts';

/** Manages accounts and webhooks beyond the API; the use cases document each method. */
export type ServiceAdmin = ReturnType<typeof adminOf>;

/** The addresses that webhooks may reach. */
export function reachOf({ webhookAddresses, webhookNetworks = [] }: ServiceOptions) {
  return { allowLoopback: webhookAddresses === 'loopback-too', allow: webhookNetworks };
}

const ofAccount = ({ accountId }: OwnDocument): Origin => ({
  ...SYSTEM,
  actor: `account:${accountId}`,
});

/** Manages accounts and webhooks beyond the API. */
export function adminOf(deps: ServiceDeps, outbox: { wake(): void }) {
  return {
    createAccount: (account: NewAccount) => createAccount(deps, account),
    changeAccount: (accountId: string, settings: unknown) =>
      changeAccount(deps, accountId, settings),
    withdrawDocument: (order: Omit<WithdrawRequest, 'origin'>) =>
      withdrawDocument(deps, { ...order, origin: ofAccount(order) }),
    resendLink: (own: OwnDocument) => resendLink(deps, { ...own, origin: ofAccount(own) }),
    addMember: (member: NewMember) => addMember(deps, member),
    issueSignIn: (userId: string) => issueSignIn(deps, userId),
    addEndpoint: (endpoint: NewEndpoint) => addEndpoint(deps, endpoint),
    listEndpoints: (accountId: string) => listEndpoints(deps, accountId),
    switchEndpoint: (own: OwnEndpoint, enabled: boolean) => switchEndpoint(deps, own, enabled),
    removeEndpoint: (own: OwnEndpoint) => removeEndpoint(deps, own),
    rotateSecret: (own: OwnEndpoint, when: { isNow: boolean }) => rotateSecret(deps, own, when),
    activateSecret: (own: OwnEndpoint) => activateSecret(deps, own),
    testEndpoint: (own: OwnEndpoint, kind: WebhookEvent['event']) => testEndpoint(deps, own, kind),
    listDeliveries: (query: DeliveryQuery) => listDeliveries(deps, query),
    findDelivery: (named: NamedDelivery) => findOwnDelivery(deps, named),
    resendDeliveries: (order: ResendOrder) => resendDeliveries(deps, order),
    /** Looks for due work now, as after the clock was moved. */
    wakeOutbox: () => outbox.wake(),
  };
}
