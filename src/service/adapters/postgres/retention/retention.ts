import type { RetentionStore, RetentionTransaction } from '../../../ports/store/retention.ts';
import { lockAccount } from '../accounts/accounts.ts';
import type { Database } from '../database.ts';
import { ask } from '../database.ts';
import { holdDocument } from '../documents/documents.ts';
import { forgetActions } from '../limited-actions.ts';
import { claimRenewal } from './claim-renewal.ts';
import { clearAccount, countOpen, eraseAccount } from './erase-account.ts';
import { countUnerasable, finishErasure, insertErasure, listErasures } from './erasures.ts';
import { forgetExchanges, forgetRequests } from './forget.ts';
import { listHeld, listKept, listRemovable } from './list-removable.ts';
import { removeDocument } from './remove-document.ts';

/** The operations that remove documents and accounts, on a connection whose transaction has begun. */
export const retentionTransaction = (db: Database): RetentionTransaction => ({
  lockAccount: (id) => lockAccount(db, id),
  holdDocument: (id, reason) => holdDocument(db, id, reason),
  removeDocument: (id, at) => removeDocument(db, id, at),
  countOpen: (id) => countOpen(db, id),
  eraseAccount: (id, at) => eraseAccount(db, id, at),
  clearAccount: (id) => clearAccount(db, id),
  insertErasure: (added) => insertErasure(db, added),
  finishErasure: (id, at) => finishErasure(db, id, at),
});

/** What says what is to be removed, and what was erased. */
export const retentionStore = (db: Database): RetentionStore => ({
  listRemovable: (query) => ask(() => listRemovable(db, query)),
  claimRenewal: (query) => ask(() => claimRenewal(db, query)),
  listKept: (query) => ask(() => listKept(db, query)),
  listHeld: (accountId) => ask(() => listHeld(db, accountId)),
  forgetExchanges: (query) => ask(() => forgetExchanges(db, query)),
  forgetRequests: (query) => ask(() => forgetRequests(db, query)),
  forgetActions: (now) => ask(() => forgetActions(db, now)),
  listErasures: (filter) => ask(() => listErasures(db, filter)),
  countUnerasable: (subject) => ask(() => countUnerasable(db, subject)),
});
