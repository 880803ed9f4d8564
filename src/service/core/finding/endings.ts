import type { Ended } from '../../../contract/extensions/extensions.ts';
import type { Withdrawal } from '../../store/documents/find-documents.sql.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { declinerOf, endingOf } from '../documents/document-states.rules.ts';

type Endable = Pick<
  Document,
  'documentId' | 'status' | 'withdrawnAt' | 'withdrawalReason' | 'linksUntil'
> & { readonly signers: readonly Pick<Signer, 'name' | 'declinedAt' | 'declineReason'>[] };

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

/** Names of keys and members, from an entry's actor. */
async function authorsOf({ store }: Deps, accountId: string) {
  const [keys, members] = await Promise.all([
    store.listApiKeys(accountId),
    store.listMembers(accountId),
  ]);
  const key = (prefix: string) => keys.find((one) => one.prefix === prefix)?.name ?? prefix;
  const emails = new Map(members.map(({ userId, email }) => [`member:${userId}`, email]));
  return ({ actor, apiKey }: Withdrawal): string | null => {
    if (apiKey) return `API key ${key(apiKey)}`;
    return actor.startsWith('member:') ? (emails.get(actor) ?? 'a former member') : 'the operator';
  };
}

async function withdrawersOf(
  deps: Deps,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const nameOf = await authorsOf(deps, accountId);
  const withdrawals = await deps.store.listWithdrawals(ids);
  return new Map(withdrawals.map((one) => [one.documentId, nameOf(one)]));
}

/** How each document ended otherwise than by completion, by id; without those that did not. */
export async function readEndings(
  deps: Deps,
  accountId: string,
  documents: readonly Endable[],
): Promise<ReadonlyMap<string, Ended>> {
  const now = deps.clock.now();
  const withdrawn = documents.filter(({ withdrawnAt }) => withdrawnAt !== null);
  const ids = withdrawn.map(({ documentId }) => documentId);
  const withdrawers = await withdrawersOf(deps, accountId, ids);
  const ended = documents.flatMap((document) => {
    const as = endingOf(document, now);
    if (!as) return [];
    const { at, ...who } = factsOf(document, as, withdrawers.get(document.documentId) ?? null);
    const ending: Ended = { as, at: (at ?? now).toISOString(), ...who };
    return [[document.documentId, ending] as const];
  });
  return new Map(ended);
}

function factsOf(document: Endable, as: Ended['as'], withdrawer: string | null) {
  if (as === 'expired') return { at: document.linksUntil, by: null, reason: null };
  if (as === 'withdrawn')
    return { at: document.withdrawnAt, by: withdrawer, reason: document.withdrawalReason };
  const decliner = declinerOf(document);
  return {
    at: decliner?.declinedAt ?? null,
    by: decliner?.name ?? null,
    reason: decliner?.declineReason ?? null,
  };
}
