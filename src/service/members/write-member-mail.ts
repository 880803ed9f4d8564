import { confirmableUntil, replyAddressUrl } from '../core/accounts/reply-address.rules.ts';
import type { ServiceDeps } from '../core/deps.ts';
import type {
  InvitationNotice,
  Mail,
  ReplyAddressNotice,
  SignInNotice,
} from '../core/mails/mail-notice.rules.ts';
import type { User } from '../core/permissions.rules.ts';
import { invitationMail, replyAddressMail, signInMail } from './member-mail.rules.ts';
import { isOnlyAtProvider } from './sign-in/provider-trip.rules.ts';
import type { SignIn } from './sign-in/sessions.sql.ts';
import type { Asker } from './sign-in/sign-in.rules.ts';
import { askerOf, signInAllowances, signInCode, signInUrl } from './sign-in/sign-in.rules.ts';

type Deps = Pick<
  ServiceDeps,
  'store' | 'links' | 'clock' | 'gateways' | 'sessionClock' | 'identityProviders'
>;

/**
 * The member with the typed address, who then owns the request; unless they sign in only at a
 * provider, or used up the hour's mails. Undefined for nobody, or an expired request.
 */
async function findRecipient(deps: Deps, signInId: string): Promise<User | undefined> {
  const { store, sessionClock } = deps;
  const signIn = await store.findSignIn(signInId);
  if (!signIn || signIn.usedAt || sessionClock.now() >= signIn.expiresAt) return undefined;
  const userId = signIn.email === null ? signIn.userId : await settle(deps, signIn, signIn.email);
  return userId === null ? undefined : await store.findUserById(userId);
}

/** Requests stored by a former release don't tell who asked. */
const askerIn = ({ askerKind, asker }: SignIn): Asker =>
  askerKind && asker ? { askerKind, asker } : askerOf('address', '');

/** Decides once whose request it is, and erases the address. */
async function settle(
  { store, sessionClock, identityProviders = [] }: Deps,
  { signInId }: SignIn,
  email: string,
): Promise<string | null> {
  const user = isOnlyAtProvider(identityProviders, email) ? undefined : await store.findUser(email);
  const isMember = user !== undefined && (await store.listMemberships(user.userId)).length > 0;
  return await store.transaction(async (tx) => {
    const locked = await tx.lockSignIn(signInId);
    if (!locked || locked.email === null) return locked?.userId ?? null;
    const mayAsk =
      isMember &&
      !(await tx.takeAllowances(signInAllowances(user.email, askerIn(locked)), sessionClock.now()));
    const userId = mayAsk ? user.userId : null;
    await tx.changeSignIn(signInId, { userId, email: null });
    return userId;
  });
}

/** Undefined if they're no longer a member. */
export async function writeInvitation(
  { store, links, clock, gateways: [{ isTest }] }: Deps,
  { accountId, userId }: InvitationNotice,
): Promise<Mail | undefined> {
  const account = await store.findAccount(accountId);
  const member = (await store.listMemberships(userId)).find((one) => one.accountId === accountId);
  if (!account || !member) return undefined;
  const url = `${links.baseUrl}/dashboard/sign-in`;
  const { email: to, role } = member;
  return invitationMail({ to, role, account, url, isTest, now: clock.now() });
}

/** Undefined if no address awaits confirmation. */
export async function writeReplyAddressMail(
  { store, links, clock, gateways: [{ isTest }] }: Deps,
  { accountId }: ReplyAddressNotice,
): Promise<Mail | undefined> {
  const account = await store.findAccount(accountId);
  const now = clock.now();
  if (!account?.pendingReplyTo || !confirmableUntil(account, now)) return undefined;
  const { pendingReplyTo: to, name } = account;
  return replyAddressMail({ to, account: name, url: replyAddressUrl(links, account), isTest, now });
}

/** Undefined for a used or expired request, or without a recipient. */
export async function writeSignInMail(
  deps: Deps,
  { signInId }: SignInNotice,
): Promise<Mail | undefined> {
  const { links, clock, gateways } = deps;
  const user = await findRecipient(deps, signInId);
  if (!user) return undefined;
  const [{ isTest }] = gateways;
  const now = clock.now();
  const url = signInUrl(links, signInId);
  return signInMail({ to: user.email, url, code: signInCode(links, signInId), isTest, now });
}
