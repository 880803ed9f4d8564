import type { Pool } from 'pg';
import type { DocumentStore } from '../../ports/document-store.ts';
import { findAccount, prepareFindKey } from './accounts/accounts.ts';
import { creditBalance } from './accounts/credits.ts';
import { recentKeys } from './accounts/recent-keys.ts';
import { askTogether } from './documents/ask-together.ts';
import { findAttempt, findLiveAttempt, listReturned } from './documents/attempts.ts';
import { readAudit } from './documents/audit.ts';
import { listFileKeys } from './documents/list-file-keys.ts';
import {
  prepareFindDocumentOfSigner,
  prepareFindDocuments,
  prepareListDocuments,
} from './documents/read-documents.ts';
import { claimOutbox } from './outbox/claim-outbox.ts';
import type { OutboxSignal } from './outbox/outbox-signal.ts';
import { settleOutbox } from './outbox/settle-outbox.ts';
import type { StorePool } from './store-pool.ts';
import { storePool } from './store-pool.ts';
import { storeTransaction } from './store-transaction.ts';
import { findDelivery, findDeliveryIds, listDeliveries } from './webhooks/deliveries.ts';
import { findEndpoint, listEndpoints, removeEndpoint } from './webhooks/endpoints.ts';
import type { SecretSeal } from './webhooks/secret-seal.ts';

/** What a store is made of. */
export interface StoreParts {
  readonly pool: Pool;
  readonly seal: SecretSeal;
  readonly signal: OutboxSignal;
  /** Tells other processes that something queued is committed; none when this is the only one. */
  readonly notify?: (() => void) | undefined;
  /** Lets go of the database. */
  readonly close: () => Promise<void>;
}

/** Transactions that wake whoever waits for the outbox, once what they queued is committed. */
function announcing(
  transaction: StorePool['transaction'],
  { seal, signal, notify }: Pick<StoreParts, 'seal' | 'signal' | 'notify'>,
): DocumentStore['transaction'] {
  return async (work) => {
    let hasQueued = false;
    const full: string[] = [];
    const noteQueued = () => {
      hasQueued = true;
    };
    const result = await transaction(async (tx) => {
      const noteFull = (endpointIds: readonly string[]) => full.push(...endpointIds);
      return await work(storeTransaction(tx, { seal, noteQueued, noteFull }));
    });
    if (hasQueued) {
      signal.wake();
      notify?.();
    }
    for (const endpointId of full) signal.tellFull(endpointId);
    return result;
  };
}

/** The document store over a PostgreSQL pool, whichever server answers it. */
export function createStore({ pool, seal, signal, notify, close }: StoreParts): DocumentStore {
  const { db, ask, transaction } = storePool(pool);
  const lookUpKey = prepareFindKey(db);
  const findKey = recentKeys((hash) => ask(() => lookUpKey(hash)));
  const findDocuments = prepareFindDocuments(db);
  const findDocumentOfSigner = prepareFindDocumentOfSigner(db);
  const listPages = prepareListDocuments(db);
  return {
    transaction: announcing(transaction, { seal, signal, notify }),
    findKey,
    findAccount: (id) => ask(() => findAccount(db, id)),
    findDocument: askTogether((ids) => ask(() => findDocuments(ids))),
    findDocumentOfSigner: (id) => ask(() => findDocumentOfSigner(id)),
    listDocuments: askTogether((pages) => ask(() => listPages(pages))),
    listFileKeys: (ids) => ask(() => listFileKeys(db, ids)),
    readAudit: (id) => ask(() => readAudit(db, id)),
    creditBalance: (id) => ask(() => creditBalance(db, id)),
    findAttempt: (txn) => ask(() => findAttempt(db, txn)),
    findLiveAttempt: (id) => ask(() => findLiveAttempt(db, id)),
    listReturned: () => ask(() => listReturned(db)),
    findEndpoint: (id) => ask(() => findEndpoint(db, seal, id)),
    listEndpoints: (accountId) => ask(() => listEndpoints(db, seal, accountId)),
    removeEndpoint: (accountId, endpointId) =>
      transaction((tx) => removeEndpoint(tx, { accountId, endpointId })),
    listDeliveries: (filter) => ask(() => listDeliveries(db, filter)),
    findDeliveryIds: (own) => ask(() => findDeliveryIds(db, own)),
    findDelivery: (own) => ask(() => findDelivery(db, own)),
    claimOutbox: (claim) => ask(() => claimOutbox(db, seal, claim)),
    settleOutbox: (ended) => ask(() => settleOutbox(db, ended)),
    onOutbox: (wake) => signal.on(wake),
    onBacklogFull: (tell) => signal.onFull(tell),
    close,
  };
}
