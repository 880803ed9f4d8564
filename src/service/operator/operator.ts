import { openFolder } from '../adapters/files/folder.ts';
import type { Account, Subscription } from '../domain/account.ts';
import type { ApiKey } from '../ports/upkeep.ts';
import type { Deployment } from '../serve/deployment.ts';
import { openDatabase } from '../start.ts';
import { addApiKey, listApiKeys, revokeApiKey } from '../use-cases/accounts/api-keys.ts';
import { changeAccount } from '../use-cases/accounts/change-account.ts';
import { createAccount } from '../use-cases/accounts/create-account.ts';
import { grantCredits } from '../use-cases/accounts/grant-credits.ts';
import { setSubscription } from '../use-cases/accounts/set-subscription.ts';
import type { Inspection } from '../use-cases/inspection/inspect-records.ts';
import { inspectRecords } from '../use-cases/inspection/inspect-records.ts';

/** An account to be opened by an operator. */
export interface OpenedAccount {
  readonly name: string;
  readonly credits: number;
  readonly subscription: Subscription;
  readonly contactEmail?: string;
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** An account as JSON. */
function shownAccount<Shown extends Account>({ trialStartedAt, ...account }: Shown) {
  return { ...account, trialStartedAt: timeOf(trialStartedAt) };
}

/** A key as JSON, without its hash. */
const shownKey = ({ prefix, createdAt, revokedAt }: Omit<ApiKey, 'hash'>) => ({
  prefix,
  createdAt: createdAt.toISOString(),
  revokedAt: timeOf(revokedAt),
});

/** What an operator does to a deployment, without its HTTP server; the use cases document each method. */
export type Operator = ReturnType<typeof operatorOf>;

type Deps = Awaited<ReturnType<typeof openParts>>;

async function openParts({ config, credentials, clock }: Deployment) {
  const place = { url: config.database.url, poolSize: config.database.poolSize };
  const store = await openDatabase(place, credentials.sealingKey);
  return { store, files: await openFolder(config.files.folder), clock };
}

/** Opens a deployment's database and files. Close it in the end. */
export async function openOperator(deployment: Deployment): Promise<Operator> {
  const isTest = deployment.config.environment === 'test';
  return operatorOf(await openParts(deployment), isTest ? 'test' : 'live');
}

function operatorOf(deps: Deps, keyKind: 'test' | 'live') {
  const { store } = deps;
  return {
    createAccount: (account: OpenedAccount) => createAccount(deps, { ...account, keyKind }),
    listAccounts: async () =>
      (await store.listAccounts()).map(({ createdAt, ...account }) => ({
        ...shownAccount(account),
        createdAt: createdAt.toISOString(),
      })),
    changeAccount: async (accountId: string, settings: unknown) =>
      shownAccount(await changeAccount(deps, accountId, settings)),
    setSubscription: async (accountId: string, subscription: Subscription) =>
      shownAccount(await setSubscription(deps, { accountId, subscription })),
    addApiKey: (accountId: string) => addApiKey(deps, { accountId, kind: keyKind }),
    listApiKeys: async (accountId: string) => (await listApiKeys(deps, accountId)).map(shownKey),
    revokeApiKey: async (accountId: string, key: string) =>
      shownKey(await revokeApiKey(deps, { accountId, key })),
    grantCredits: (accountId: string, credits: number) =>
      grantCredits(deps, { accountId, credits }),
    inspect: (inspection: Inspection) => inspectRecords(deps, inspection),
    close: () => store.close(),
  };
}
