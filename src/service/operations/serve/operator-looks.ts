import { findKnownAccount } from '../../core/accounts/find-account.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { readTimeline } from '../../core/finding/read-history.ts';
import { readQuery } from '../../core/finding/read-query.rules.ts';
import { asOperator } from '../../core/permissions.rules.ts';
import type { GatewayOutcomes } from '../../store/upkeep/measure.sql.ts';
import { switchEndpoint } from '../../webhooks/manage-endpoints.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

const notFound = (what: string): DomainError =>
  new DomainError('not_found', `There is no such ${what}.`);

interface OfAccount {
  readonly accountId?: string;
}

/** Of the attempts that ended, in percent with one decimal; null without any. */
function ratesOf({ signed, left, timedOut, failed }: GatewayOutcomes) {
  const ended = signed + left + timedOut + failed;
  const percent = (count: number) => (ended === 0 ? null : Math.round((count * 1000) / ended) / 10);
  return {
    ended,
    signedPercent: percent(signed),
    leftPercent: percent(left),
    timedOutPercent: percent(timedOut),
    failedPercent: percent(failed),
  };
}

/** Lookups for operators, across all accounts. No result holds a link or a secret. */
export const looksOf = (deps: Deps) => ({
  findDocuments: async (typed: string, { limit, accountId }: OfAccount & { limit: number }) => {
    const search = { query: readQuery(typed), accountId, limit };
    return (await deps.store.findAnywhere(search)).map((found) => ({
      ...found,
      createdAt: found.createdAt.toISOString(),
    }));
  },
  showDocument: (documentId: string) => showDocument(deps, documentId),
  listWaiting: () => deps.store.listWaiting(deps.clock.now()),
  listOutcomes: async () =>
    (await deps.store.countOutcomes(deps.clock.now())).map((counts) => ({
      ...counts,
      ...ratesOf(counts),
    })),
  listEndpoints: (filter: OfAccount & { isAll: boolean }) => deps.store.listWatched(filter),
  disableEndpoint: async (endpointId: string) => {
    const found = await deps.store.findEndpoint(endpointId);
    if (!found) throw notFound('endpoint');
    const { accountId } = found;
    const off = { endpointId, enabled: false };
    const { enabled, disabledReason } = await switchEndpoint(deps, asOperator(accountId), off);
    return { endpointId, accountId, enabled, disabledReason };
  },
  listUsage: (filter: OfAccount & { month?: string }) => deps.store.listUsage(filter),
  readAudit: async (accountId: string) => {
    await findKnownAccount(deps.store, accountId);
    const entries = (await deps.store.readTrail({ accountId })).reverse();
    return entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
  },
});

/** @throws {DomainError} `not_found`, also once it was removed */
async function showDocument(deps: Deps, id: string) {
  const document = await deps.store.findDocument(id);
  if (!document) throw notFound('document');
  const { documentId, accountId, name, createdAt, holdReason, signers } = document;
  const timeline = await readTimeline(deps, asOperator(accountId), documentId);
  const shown = signers.map(({ signerId, name: of, email, openedAt, signedAt, declinedAt }) => ({
    ...{ signerId, name: of, email },
    openedAt: openedAt?.toISOString() ?? null,
    signedAt: signedAt?.toISOString() ?? null,
    declinedAt: declinedAt?.toISOString() ?? null,
  }));
  return {
    ...{ accountId, name, createdAt: createdAt.toISOString(), holdReason, signers: shown },
    ...timeline,
  };
}
