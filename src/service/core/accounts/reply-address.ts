import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import { takeMail } from '../mails/queue-mails.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { Account } from './account.rules.ts';
import { checkSettings } from './check-settings.ts';
import { accountOfReplyLink, isReplyLink, REPLY_ADDRESS } from './reply-address.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'links'>;

/**
 * Mails a link to confirm a new reply address; the current one stays until then. Repeating an
 * address sends another link; null or the current address cancels.
 * @throws {DomainError} `invalid_request` for the address; `invalid_state` after recent or too many
 * requests
 */
export async function askReplyAddress(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  caller: Caller,
  email: string | null,
): Promise<void> {
  const accountId = permit(caller, 'settings.manage');
  const { replyTo = null } = checkSettings({ replyTo: email });
  const at = clock.now();
  await store.transaction(async (tx) => {
    const account = await tx.lockAccount(accountId);
    if (replyTo === null || replyTo === account?.replyTo) {
      await tx.changeAccount(accountId, { replyTo, pendingReplyTo: null });
      return;
    }
    const asked = account?.replyAskedAt?.getTime();
    if (asked !== undefined && at.getTime() - asked < REPLY_ADDRESS.betweenMs) throw tooSoon();
    await takeMail(tx, { accountId, to: replyTo, purpose: 'question' }, at);
    await tx.changeAccount(accountId, { pendingReplyTo: replyTo, replyAskedAt: at });
    const mail = { kind: 'reply-address', accountId } as const;
    await tx.queueMail(mail, { documentId: null, signerId: null, at });
  });
}

const tooSoon = (): DomainError =>
  new DomainError(
    'invalid_state',
    `An address was asked less than ${REPLY_ADDRESS.betweenMs / 60_000} minutes ago. Nothing was changed. Wait a little, then repeat it.`,
  );

/** Undefined for a wrong, used, replaced or expired link. */
export async function findAskingAccount(
  { store, clock, links }: Deps,
  token: string,
): Promise<Account | undefined> {
  const account = await store.findAccount(accountOfReplyLink(links, token) ?? '');
  const now = clock.now();
  return account && isReplyLink(links, token, { account, now }) ? account : undefined;
}

/** Works once. Undefined for a wrong, used, replaced or expired link. */
export async function confirmReplyAddress(deps: Deps, token: string): Promise<Account | undefined> {
  const { store, clock, links } = deps;
  const accountId = accountOfReplyLink(links, token);
  if (accountId === undefined) return undefined;
  return await store.transaction(async (tx) => {
    const account = await tx.lockAccount(accountId);
    if (!account || !isReplyLink(links, token, { account, now: clock.now() })) return undefined;
    const change = { replyTo: account.pendingReplyTo, pendingReplyTo: null };
    await tx.changeAccount(accountId, change);
    return { ...account, ...change };
  });
}
