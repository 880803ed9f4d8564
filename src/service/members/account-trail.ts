import type { ServiceDeps } from '../core/deps.ts';
import type { Caller } from '../core/permissions.rules.ts';
import { permit } from '../core/permissions.rules.ts';
import type { AccountAction } from './account-trail.rules.ts';
import { listMembers } from './change-members.ts';
import type { SignedIn } from './sign-in/sessions.sql.ts';

/** Per page. */
const PAGE = 50;

export type TrailPage = Awaited<ReturnType<typeof readTrail>>;

export async function readTrail(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
  { before }: { readonly before?: number | undefined },
) {
  const accountId = permit(caller, 'audit.read');
  const page = { accountId, limit: PAGE + 1, ...(before !== undefined && { before }) };
  const [entries, members] = await Promise.all([
    store.readTrail(page),
    listMembers({ store }, caller),
  ]);
  const shown = entries.slice(0, PAGE);
  return {
    /** Newest first. */
    entries: shown,
    /** The next page's `before`; undefined on the last page. */
    older: entries.length > PAGE ? shown.at(-1)?.seq : undefined,
    /** Current members' email addresses by user id. */
    names: new Map(members.map(({ userId, email }) => [userId, email])),
  };
}

/** Records a request before it's carried out. */
export async function noteAction(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  { session: { accountId, userId } }: SignedIn,
  asked: Pick<AccountAction, 'action' | 'target' | 'requestId'>,
): Promise<void> {
  const action = { accountId, userId, at: clock.now(), ...asked };
  await store.transaction((tx) => tx.appendAction(action));
}
