import type { Pool } from 'pg';
import * as credits from '../billing/credits.sql.ts';
import * as invoices from '../billing/invoices/invoices.sql.ts';
import * as notices from '../billing/notices.sql.ts';
import * as mandates from '../billing/orders/mandates.sql.ts';
import * as orders from '../billing/orders/orders.sql.ts';
import * as accounts from '../core/accounts/accounts.sql.ts';
import * as apiKeys from '../core/accounts/api-keys.sql.ts';
import { findKey } from '../core/accounts/find-key.sql.ts';
import * as overview from '../core/accounts/overview.sql.ts';
import * as requests from '../core/accounts/requests.sql.ts';
import * as claims from '../core/outbox/claim-outbox.sql.ts';
import type { OutboxSignal } from '../core/outbox/queue-outbox.sql.ts';
import {
  emitEvent,
  hasAnnouncedExpiry,
  listUnannounced,
  queueMail,
  queueMails,
  queueTest,
} from '../core/outbox/queue-outbox.sql.ts';
import * as erasures from '../core/retention/erasures.sql.ts';
import {
  claimRenewal,
  forgetExchanges,
  forgetRequests,
  listHeld,
  listKept,
  listRemovable,
  removeDocument,
} from '../core/retention/remove-document.sql.ts';
import * as accountAudit from '../members/account-trail.sql.ts';
import * as members from '../members/members.sql.ts';
import * as passkeys from '../members/sign-in/passkeys.sql.ts';
import * as sessions from '../members/sign-in/sessions.sql.ts';
import * as deliveries from '../webhooks/deliveries.sql.ts';
import * as endpoints from '../webhooks/endpoints.sql.ts';
import type { SealedDatabase, SecretSeal, Transaction } from './database.ts';
import { ask, databaseOn, runTransaction } from './database.ts';
import * as attempts from './documents/attempts.sql.ts';
import * as audit from './documents/audit.sql.ts';
import * as documents from './documents/documents.sql.ts';
import { countDocuments, findDocuments, listWithdrawals } from './documents/find-documents.sql.ts';
import * as keptAnswers from './documents/kept-answers.sql.ts';
import * as mails from './documents/list-mails.sql.ts';
import * as readDocuments from './documents/read-documents.sql.ts';
import * as inspection from './upkeep/inspection.sql.ts';
import * as installation from './upkeep/installation.sql.ts';
import * as limitedActions from './upkeep/limited-actions.sql.ts';
import { countOutcomes, measure, ping } from './upkeep/measure.sql.ts';
import * as operating from './upkeep/operating.sql.ts';

/** The functions of `Modules` whose first parameter accepts a `Db`, without that parameter. */
type Bound<Modules, Db> = {
  [Name in keyof Modules as Modules[Name] extends (db: Db, ...rest: never[]) => Promise<unknown>
    ? Name
    : never]: Modules[Name] extends (db: Db, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

type Run<Db> = (query: (db: Db) => Promise<unknown>) => Promise<unknown>;

/** Turns functions that take a database first into methods. `run` supplies the database. */
function bind<Modules extends object, Db>(modules: Modules, run: Run<Db>) {
  const methods = Object.entries(modules).flatMap(([name, value]) =>
    typeof value === 'function'
      ? [[name, (...args: unknown[]) => run((db) => value(db, ...args))]]
      : [],
  );
  return Object.fromEntries(methods) as Bound<Modules, Db>;
}

/** All queries. Those that take a `Transaction` are for transactions only. */
const QUERIES = {
  ...accounts,
  ...apiKeys,
  ...credits,
  ...overview,
  ...invoices,
  ...mandates,
  ...notices,
  ...orders,
  ...attempts,
  ...audit,
  ...documents,
  ...keptAnswers,
  ...readDocuments,
  ...mails,
  ...inspection,
  ...installation,
  ...limitedActions,
  ...operating,
  ...accountAudit,
  ...members,
  ...passkeys,
  ...sessions,
  ...claims,
  ...requests,
  ...erasures,
  ...deliveries,
  ...endpoints,
  ...{ countOutcomes, findKey, hasAnnouncedExpiry, listUnannounced },
  ...{ emitEvent, queueMail, queueMails, queueTest },
  ...{ claimRenewal, forgetExchanges, forgetRequests, listHeld, listKept, listRemovable },
  ...{ listWithdrawals, removeDocument },
};

/** Each of these runs in its own transaction. */
const TRANSACTIONS = {
  changeBreaker: installation.changeBreaker,
  countDocuments,
  findDocuments,
  removeEndpoint: endpoints.removeEndpoint,
  resealSecrets: endpoints.resealSecrets,
};

export type StoreTransaction = Bound<typeof QUERIES, Transaction>;

export interface StoreParts {
  readonly pool: Pool;
  readonly seal: SecretSeal;
  readonly signal: OutboxSignal;
  /** Tells other processes about a commit that queued something. Omitted when there are none. */
  readonly notify?: (() => void) | undefined;
  readonly close: () => Promise<void>;
}

function announcing({ pool, seal, signal, notify }: StoreParts) {
  return async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    let hasQueued = false;
    const full: string[] = [];
    const noteQueued = () => {
      hasQueued = true;
    };
    const noteFull = (endpointIds: readonly string[]) => void full.push(...endpointIds);
    const result = await runTransaction(
      pool,
      async (db) =>
        await work(Object.assign(db, { seal, trailEnds: new Map(), noteQueued, noteFull })),
    );
    if (hasQueued) {
      signal.wake();
      notify?.();
    }
    for (const endpointId of full) signal.tellFull(endpointId);
    return result;
  };
}

/**
 * Everything the service stores except files, on a PostgreSQL server or the embedded database.
 * Methods throw `StoreUnavailable` while the database takes no work.
 */
export function createStore(parts: StoreParts) {
  const { pool, seal, signal, close } = parts;
  const db: SealedDatabase = Object.assign(databaseOn(pool), { seal });
  const transact = announcing(parts);
  let closing: Promise<void> | undefined;
  return {
    ...bind<typeof QUERIES, SealedDatabase>(QUERIES, (query) => ask(() => query(db))),
    ...bind<typeof TRANSACTIONS, Transaction>(TRANSACTIONS, transact),
    /** Commits when the work resolves, and rolls back when it throws. */
    transaction: <T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T> =>
      transact((tx) => work(bind<typeof QUERIES, Transaction>(QUERIES, (query) => query(tx)))),
    measure: () => measure(db, pool),
    /** Resolves when the database answers. @throws {Error} when it does not */
    ping: () => ask(() => ping(db)),
    /** Calls back after each commit that queued something, in this process or another. */
    onOutbox: (wake: () => void) => signal.on(wake),
    /** Calls back with each endpoint whose event this process skipped because of a full backlog. */
    onBacklogFull: (tell: (endpointId: string) => void) => signal.onFull(tell),
    /** Closing again does nothing. */
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

export type DocumentStore = ReturnType<typeof createStore>;
