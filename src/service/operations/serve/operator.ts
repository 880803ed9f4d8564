import { readBounce } from '../../adapters/mail/read-bounce.ts';
import { findAssets } from '../../assets.ts';
import type { Billing } from '../../billing/billing-deps.ts';
import { grantCredits, setSubscription } from '../../billing/grant-access.ts';
import type { RefundWish } from '../../billing/orders/refund-payment.ts';
import { refundPayment } from '../../billing/orders/refund-payment.ts';
import { listPayments } from '../../billing/read-billing.ts';
import type { Account, Subscription } from '../../core/accounts/account.rules.ts';
import type { ShownKey } from '../../core/accounts/api-keys.ts';
import { addApiKey, listApiKeys, revokeApiKey } from '../../core/accounts/api-keys.ts';
import { changeAccount, createAccount } from '../../core/accounts/create-account.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Inspection } from '../../core/inspect-records.ts';
import { inspectRecords } from '../../core/inspect-records.ts';
import type { Installation } from '../../core/installation.rules.ts';
import type { LinkSecrets } from '../../core/links/links.rules.ts';
import { recordBounce } from '../../core/mails/record-bounce.ts';
import { asOperator } from '../../core/permissions.rules.ts';
import type { ErasureWishes, KnownErasure } from '../../core/retention/erase.ts';
import { eraseAccount, eraseDocument, replayErasure } from '../../core/retention/erase.ts';
import type { Erasure } from '../../core/retention/erasures.sql.ts';
import type { HoldRequest } from '../../core/retention/legal-holds.ts';
import { readHolds, setHold } from '../../core/retention/legal-holds.ts';
import { makeDue } from '../../core/signing/resume-signatures.ts';
import type { NewMember } from '../../members/change-members.ts';
import { addMember } from '../../members/change-members.ts';
import type { MigratedServer } from '../../store/migrate-database.ts';
import { migrateServer } from '../../store/migrate-database.ts';
import { loadConfig } from '../config/load-config.ts';
import { billingOf } from './adapters-of.ts';
import { openInstallation } from './open-installation.ts';
import { looksOf } from './operator-looks.ts';
import { openDeployment } from './start-serving.ts';

export interface OpenedAccount {
  readonly name: string;
  readonly credits: number;
  readonly subscription: Subscription;
  readonly contactEmail?: string;
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function shownAccount<Shown extends Account>({
  trialStartedAt,
  paidUntil,
  erasedAt: _,
  ...account
}: Shown) {
  return { ...account, trialStartedAt: timeOf(trialStartedAt), paidUntil: timeOf(paidUntil) };
}

/** A key as JSON, without its hash. */
const shownKey = ({ createdAt, lastUsedAt, expiresAt, revokedAt, ...key }: ShownKey) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  lastUsedAt: timeOf(lastUsedAt),
  expiresAt: timeOf(expiresAt),
  revokedAt: timeOf(revokedAt),
});

const shownErasure = <Shown extends Pick<Erasure, 'requestedAt' | 'finishedAt'>>(
  erasure: Shown,
) => ({
  ...erasure,
  requestedAt: erasure.requestedAt.toISOString(),
  finishedAt: timeOf(erasure.finishedAt),
});

/** Operations without the HTTP server. The use cases document each method. */
export type Operator = ReturnType<typeof operatorOf>;

type OperatorParts = Awaited<ReturnType<typeof openInstallation>>;

export interface OperatorSource {
  /** The configuration file; by default as for `loadConfig`. */
  readonly path: string | undefined;
  readonly release: string;
}

/**
 * The caller must close it.
 * @throws {ConfigRefused} {InstallationMismatch} {SchemaBehind} {SchemaMismatch} {DatabaseRefused}
 */
export async function operate({ path, release }: OperatorSource): Promise<Operator> {
  const deployment = openDeployment(loadConfig({ path }), release);
  const parts = await openInstallation(deployment, 'existing');
  const [secret, ...formerSecrets] = deployment.credentials.keys.links;
  const keyKind = deployment.config.environment === 'test' ? 'test' : 'live';
  const billing = billingOf(deployment);
  return operatorOf(parts, { keyKind, links: { secret, formerSecrets }, billing });
}

/**
 * With `isDry`, changes nothing. `onWait` is called with a sentence when waiting begins.
 * @throws {ConfigRefused} {SchemaMismatch} {DatabaseRefused}
 */
export async function migrate(
  { path, release }: OperatorSource,
  how: { readonly isDry: boolean; readonly onWait: (sentence: string) => void },
): Promise<MigratedServer> {
  const { config } = loadConfig({ path });
  const { migrations } = findAssets(import.meta.url);
  return await migrateServer({ url: config.database.url, migrations, release, ...how });
}

/** Makes an empty database and empty files one installation, or returns the existing one. */
export async function createInstallation({ path, release }: OperatorSource): Promise<Installation> {
  const deployment = openDeployment(loadConfig({ path }), release);
  const { installation, close } = await openInstallation(deployment, 'create');
  await close();
  return installation;
}

interface OperatorSettings {
  readonly keyKind: 'test' | 'live';
  readonly links: LinkSecrets;
  readonly billing: Billing | undefined;
}

function operatorOf(deps: OperatorParts, { keyKind, links, billing }: OperatorSettings) {
  const { store } = deps;
  return {
    createAccount: (account: OpenedAccount) => createAccount(deps, { ...account, keyKind }),
    listAccounts: async () =>
      (await store.listAccounts()).map(({ createdAt, ...account }) => ({
        ...shownAccount(account),
        createdAt: createdAt.toISOString(),
      })),
    changeAccount: async (accountId: string, settings: unknown) =>
      shownAccount(await changeAccount(deps, asOperator(accountId), settings)),
    setSubscription: async (accountId: string, subscription: Subscription) =>
      shownAccount(await setSubscription(deps, asOperator(accountId), subscription)),
    addMember: async ({ accountId, ...member }: NewMember & { readonly accountId: string }) => {
      const added = await addMember(deps, asOperator(accountId), member);
      return { ...added, createdAt: added.createdAt.toISOString() };
    },
    addApiKey: (accountId: string, name?: string) =>
      addApiKey(deps, asOperator(accountId), { name, kind: keyKind, createdBy: 'operator' }),
    listApiKeys: async (accountId: string) =>
      (await listApiKeys(deps, asOperator(accountId))).map(shownKey),
    revokeApiKey: async (accountId: string, key: string) =>
      shownKey(await revokeApiKey(deps, asOperator(accountId), key)),
    grantCredits: (accountId: string, credits: number) =>
      grantCredits(deps, asOperator(accountId), credits),
    ...paymentsOf(deps, billing),
    reseal: async () => ({ endpoints: await store.resealSecrets() }),
    resumeAttempts: (txn: string | null) => makeDue(deps, txn),
    recordBounce: async (message: Buffer) => recordBounce(deps, links, await readBounce(message)),
    inspect: (inspection: Inspection) => inspectRecords(deps, inspection),
    ...retentionOf(deps),
    ...looksOf(deps),
    close: () => deps.close(),
  };
}

const paymentsOf = (deps: OperatorParts, billing: Billing | undefined) => ({
  listPayments: async (accountId: string) =>
    (await listPayments(deps, asOperator(accountId))).map(({ paidAt, ...payment }) => ({
      ...payment,
      paidAt: paidAt.toISOString(),
    })),
  refundPayment: async (wish: RefundWish) => {
    if (!billing) {
      throw new DomainError(
        'invalid_state',
        'Nothing is sold here: the configuration has no table payments.',
      );
    }
    const { createdAt, ...refund } = await refundPayment({ ...deps, billing }, wish);
    return { ...refund, createdAt: createdAt.toISOString() };
  },
});

const retentionOf = (deps: OperatorParts) => ({
  readHolds: (accountId: string) => readHolds(deps, asOperator(accountId)),
  setHold: ({ accountId, ...request }: HoldRequest & { readonly accountId: string }) =>
    setHold(deps, asOperator(accountId), request),
  eraseAccount: async (accountId: string, wishes: ErasureWishes) =>
    shownErasure(await eraseAccount(deps, asOperator(accountId), wishes)),
  eraseDocument: async (documentId: string, wishes: ErasureWishes) =>
    shownErasure(await eraseDocument(deps, documentId, wishes)),
  listErasures: async (since?: Date) =>
    (await deps.store.listErasures({ ...(since && { since }) })).map(shownErasure),
  replayErasure: (known: KnownErasure) => replayErasure(deps, known),
});
