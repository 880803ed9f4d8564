import type { WebhookEvent } from '../contract/webhooks/webhook-event.ts';
import type { NewAccount } from './core/accounts/create-account.ts';
import { changeAccount, createAccount } from './core/accounts/create-account.ts';
import type { ServiceDeps } from './core/deps.ts';
import type { OwnDocument } from './core/documents/read-documents.ts';
import type { WithdrawRequest } from './core/documents/withdraw-document.ts';
import { withdrawDocument } from './core/documents/withdraw-document.ts';
import type { Origin } from './core/evidence/audit.rules.ts';
import { SYSTEM } from './core/evidence/audit.rules.ts';
import { resendLink } from './core/links/resend-link.ts';
import { asOperator } from './core/permissions.rules.ts';
import type { NewMember } from './members/change-members.ts';
import { addMember } from './members/change-members.ts';
import { issueSignIn } from './members/sign-in/request-sign-in.ts';
import type { ServiceOptions } from './service-options.ts';
import type { DeliveryQuery, ResendOrder } from './webhooks/manage-deliveries.ts';
import {
  findOwnDelivery,
  listDeliveries,
  resendDeliveries,
  testEndpoint,
} from './webhooks/manage-deliveries.ts';
import type { NewEndpoint, OwnEndpoint } from './webhooks/manage-endpoints.ts';
import {
  activateSecret,
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  switchEndpoint,
} from './webhooks/manage-endpoints.ts';

/** Manages accounts and webhooks beyond the API. The use cases document the methods. */
export type ServiceAdmin = ReturnType<typeof adminOf>;

export function reachOf({ webhookAddresses, webhookNetworks = [] }: ServiceOptions) {
  return { allowLoopback: webhookAddresses === 'loopback-too', allow: webhookNetworks };
}

type In<Order> = Order & { readonly accountId: string };

const byAccount = (accountId: string): Origin => ({ ...SYSTEM, actor: `account:${accountId}` });

/** Acts as the operator. */
export function adminOf(deps: ServiceDeps, outbox: { wake(): void }) {
  return {
    createAccount: (account: NewAccount) => createAccount(deps, account),
    changeAccount: (accountId: string, settings: unknown) =>
      changeAccount(deps, asOperator(accountId), settings),
    withdrawDocument: ({ accountId, ...order }: In<Omit<WithdrawRequest, 'origin'>>) =>
      withdrawDocument(deps, asOperator(accountId), { ...order, origin: byAccount(accountId) }),
    resendLink: ({ accountId, documentId }: OwnDocument) =>
      resendLink(deps, asOperator(accountId), { documentId, origin: byAccount(accountId) }),
    addMember: ({ accountId, ...member }: In<NewMember>) =>
      addMember(deps, asOperator(accountId), member),
    issueSignIn: (userId: string) => issueSignIn(deps, userId),
    ...webhooksOf(deps),
    /** Looks for due work, as after moving the clock. */
    wakeOutbox: () => outbox.wake(),
  };
}

const webhooksOf = (deps: ServiceDeps) => ({
  addEndpoint: ({ accountId, ...endpoint }: In<NewEndpoint>) =>
    addEndpoint(deps, asOperator(accountId), endpoint),
  listEndpoints: (accountId: string) => listEndpoints(deps, asOperator(accountId)),
  switchEndpoint: ({ accountId, endpointId }: OwnEndpoint, enabled: boolean) =>
    switchEndpoint(deps, asOperator(accountId), { endpointId, enabled }),
  removeEndpoint: ({ accountId, endpointId }: OwnEndpoint) =>
    removeEndpoint(deps, asOperator(accountId), endpointId),
  rotateSecret: ({ accountId, endpointId }: OwnEndpoint, { isNow }: { isNow: boolean }) =>
    rotateSecret(deps, asOperator(accountId), { endpointId, isNow }),
  activateSecret: ({ accountId, endpointId }: OwnEndpoint) =>
    activateSecret(deps, asOperator(accountId), endpointId),
  testEndpoint: ({ accountId, endpointId }: OwnEndpoint, kind: WebhookEvent['event']) =>
    testEndpoint(deps, asOperator(accountId), { endpointId, kind }),
  listDeliveries: ({ accountId, ...query }: In<DeliveryQuery>) =>
    listDeliveries(deps, asOperator(accountId), query),
  findDelivery: ({ accountId, name }: { readonly accountId: string; readonly name: string }) =>
    findOwnDelivery(deps, asOperator(accountId), name),
  resendDeliveries: ({ accountId, ...order }: In<ResendOrder>) =>
    resendDeliveries(deps, asOperator(accountId), order),
});
