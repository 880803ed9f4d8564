import type { Pool } from 'pg';
import type { AttemptStore } from '../../ports/store/attempts.ts';
import type { DocumentStore } from '../../ports/store/document-store.ts';
import { findAccount } from './accounts/accounts.ts';
import { apiKeyStore } from './accounts/api-keys.ts';
import { findLogo } from './accounts/logos.ts';
import { billingStore } from './billing/billing.ts';
import type { Database } from './database.ts';
import { ask, databaseOn, runTransaction } from './database.ts';
import {
  findAttempt,
  findLiveAttempt,
  listAttemptTimes,
  listLapsed,
} from './documents/attempts.ts';
import { readAudit } from './documents/audit.ts';
import { breakersOn } from './documents/breakers.ts';
import { measureDrafts } from './documents/documents.ts';
import { listDownloads } from './documents/downloads.ts';
import {
  claimAttempt,
  deferAttempt,
  dropAnswer,
  keepAnswer,
  uncountJudging,
} from './documents/kept-answers.ts';
import {
  findDocumentOfSigner,
  listFileKeys,
  prepareFindDocument,
  prepareListDocuments,
} from './documents/read-documents.ts';
import { findDocuments } from './finding/find-documents.ts';
import { listMails } from './finding/list-mails.ts';
import { membersStore } from './members/members.ts';
import { claimOutbox } from './outbox/claim-outbox.ts';
import type { OutboxSignal } from './outbox/outbox-signal.ts';
import { settleOutbox } from './outbox/settle-outbox.ts';
import { requestStore } from './requests/requests.ts';
import { retentionStore } from './retention/retention.ts';
import { storeTransaction } from './store-transaction.ts';
import { createUpkeep } from './upkeep.ts';
import { findDelivery, findDeliveryIds, listDeliveries } from './webhooks/deliveries.ts';
import { findEndpoint, listEndpoints, removeEndpoint } from './webhooks/endpoints.ts';
import type { SecretSeal } from './webhooks/secret-seal.ts';

/** The parts of a store. */
export interface StoreParts {
  readonly pool: Pool;
  readonly seal: SecretSeal;
  readonly signal: OutboxSignal;
  /** Notifies other processes of a commit that queued something; absent when there are none. */
  readonly notify?: (() => void) | undefined;
  /** Closes the database. */
  readonly close: () => Promise<void>;
}

/** Transactions that wake the outbox after a commit that queued something. */
function announcing({
  pool,
  seal,
  signal,
  notify,
}: Pick<StoreParts, 'pool' | 'seal' | 'signal' | 'notify'>): DocumentStore['transaction'] {
  return async (work) => {
    let hasQueued = false;
    const full: string[] = [];
    const noteQueued = () => {
      hasQueued = true;
    };
    const result = await runTransaction(pool, async (tx) => {
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

const attempts = (db: Database): AttemptStore => ({
  findAttempt: (txn) => ask(() => findAttempt(db, txn)),
  findLiveAttempt: (id) => ask(() => findLiveAttempt(db, id)),
  listAttemptTimes: (attempts) => ask(() => listAttemptTimes(db, attempts)),
  listLapsed: (before) => ask(() => listLapsed(db, before)),
  keepAnswer: (txn, arrived) => ask(() => keepAnswer(db, txn, arrived)),
  dropAnswer: (txn) => ask(() => dropAnswer(db, txn)),
  uncountJudging: (txn) => ask(() => uncountJudging(db, txn)),
  claimAttempt: (claim) => ask(() => claimAttempt(db, claim)),
  deferAttempt: (txn, resumeAt) => ask(() => deferAttempt(db, txn, resumeAt)),
});

/** The document store over a pool, on a PostgreSQL server or the embedded database. */
export function createStore({ pool, seal, signal, notify, close }: StoreParts): DocumentStore {
  const db = databaseOn(pool);
  const findDocument = prepareFindDocument(db);
  const listDocuments = prepareListDocuments(db);
  let closing: Promise<void> | undefined;
  return {
    ...createUpkeep(pool, seal),
    ...breakersOn(pool),
    transaction: announcing({ pool, seal, signal, notify }),
    ...apiKeyStore(db),
    findAccount: (id) => ask(() => findAccount(db, id)),
    findLogo: (hash) => ask(() => findLogo(db, hash)),
    findDocument: (id) => ask(() => findDocument(id)),
    findDocumentOfSigner: (id) => ask(() => findDocumentOfSigner(db, id)),
    listDocuments: (page) => ask(() => listDocuments(page)),
    measureDrafts: (accountId) => ask(() => measureDrafts(db, accountId)),
    listFileKeys: (ids) => ask(() => listFileKeys(db, ids)),
    readAudit: (id, page) => ask(() => readAudit(db, id, page)),
    listDownloads: (id) => ask(() => listDownloads(db, id)),
    ...attempts(db),
    findEndpoint: (id) => ask(() => findEndpoint(db, seal, id)),
    listEndpoints: (accountId) => ask(() => listEndpoints(db, seal, accountId)),
    removeEndpoint: (accountId, endpointId) =>
      runTransaction(pool, (tx) => removeEndpoint(tx, { accountId, endpointId })),
    listDeliveries: (filter) => ask(() => listDeliveries(db, filter)),
    findDeliveryIds: (own) => ask(() => findDeliveryIds(db, own)),
    findDelivery: (own) => ask(() => findDelivery(db, own)),
    claimOutbox: (claim) => ask(() => claimOutbox(db, seal, claim)),
    settleOutbox: (ended) => ask(() => settleOutbox(db, ended)),
    ...requestStore(db),
    ...retentionStore(db),
    findDocuments: (search) => runTransaction(pool, (tx) => findDocuments(tx, search)),
    listMails: (id) => ask(() => listMails(db, id)),
    ...membersStore(db),
    ...billingStore(db),
    onOutbox: (wake) => signal.on(wake),
    onBacklogFull: (tell) => signal.onFull(tell),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
