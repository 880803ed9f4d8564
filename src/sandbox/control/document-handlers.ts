import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../service/index.ts';
import type { ServiceRunner } from '../run-service.ts';
import type { Accounts } from '../saved-state.ts';
import { ResendLinkOrder, SettingsOrder, WithdrawOrder } from './control-api.ts';
import { bodyAs } from './request-guards.ts';
import { SandboxRefused } from './sandbox-errors.ts';

/** The sandbox's parts that senders' actions need. */
export interface SenderParts {
  readonly accounts: Accounts;
  readonly runner: ServiceRunner;
}

const isNotFound = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'not_found';

/** Acts as the account that owns the document. @throws {SandboxRefused} `not_found` when no account does */
async function asOwner<T>(
  { accounts }: SenderParts,
  documentId: string,
  act: (own: { accountId: string; documentId: string }) => Promise<T>,
): Promise<T> {
  for (const { accountId } of accounts.all()) {
    try {
      return await act({ accountId, documentId });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  throw new SandboxRefused('not_found', `The sandbox has no document ${documentId}.`);
}

/** Adds the routes of what a sender does besides the API: resend, withdraw, and the account's settings. */
export function addSenderRoutes(app: FastifyInstance, parts: SenderParts): void {
  const admin = () => parts.runner.service().admin;
  app.post('/control/documents/resend', async (request) => {
    const { documentId } = bodyAs(ResendLinkOrder, request);
    const sent = await asOwner(parts, documentId, (own) => admin().resendLink(own));
    return { documentId, ...sent };
  });
  app.post('/control/documents/withdraw', async (request) => {
    const { documentId, reason } = bodyAs(WithdrawOrder, request);
    await asOwner(parts, documentId, (own) => admin().withdrawDocument({ ...own, reason }));
    return { done: true };
  });
  app.post('/control/accounts/settings', async (request) => {
    const { account = parts.runner.accountId(), settings } = bodyAs(SettingsOrder, request);
    const changed = await admin().changeAccount(account, settings);
    const { accountId, name, replyTo, message, linkDays, names } = changed;
    const { helpUrl, privacyUrl, termsUrl } = changed;
    return { accountId, name, replyTo, message, helpUrl, privacyUrl, termsUrl, linkDays, names };
  });
}
