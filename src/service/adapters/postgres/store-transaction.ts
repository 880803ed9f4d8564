import type { StoreTransaction } from '../../ports/store/document-store.ts';
import { changeAccount, insertAccount } from './accounts/accounts.ts';
import { apiKeyTransaction } from './accounts/api-keys.ts';
import { setLogo } from './accounts/logos.ts';
import { billingTransaction } from './billing/billing.ts';
import type { Database } from './database.ts';
import {
  changeAttempt,
  insertAttempt,
  listAttemptTimes,
  lockAttempt,
  lockLiveAttempt,
} from './documents/attempts.ts';
import { appendAudit, readAudit } from './documents/audit.ts';
import {
  changeDocument,
  changeSigner,
  insertDocument,
  insertSigners,
  lockDocument,
  measureDrafts,
} from './documents/documents.ts';
import { countDownload } from './documents/downloads.ts';
import { takeAllowances } from './limited-actions.ts';
import { membersTransaction } from './members/members.ts';
import { recordBounce } from './outbox/bounces.ts';
import { queueEvent, queueMail, queueTest } from './outbox/queue-outbox.ts';
import { retentionTransaction } from './retention/retention.ts';
import {
  changeEndpoint,
  countEndpoints,
  insertEndpoint,
  lockEndpoint,
} from './webhooks/endpoints.ts';
import { resendDeliveries } from './webhooks/resend-deliveries.ts';
import type { SecretSeal } from './webhooks/secret-seal.ts';

/** The context of a transaction, besides its connection. */
export interface TransactionContext {
  readonly seal: SecretSeal;
  /** Called when something was queued: the commit will wake the outbox. */
  readonly noteQueued: () => void;
  /** Called with endpoints whose event was skipped because their backlog is full. */
  readonly noteFull: (endpointIds: readonly string[]) => void;
}

/** The port's operations on a connection whose transaction has begun. */
export function storeTransaction(
  db: Database,
  { seal, noteQueued, noteFull }: TransactionContext,
): StoreTransaction {
  return {
    lockDocument: (id, ifLocked) => lockDocument(db, id, ifLocked),
    insertDocument: (document) => insertDocument(db, document),
    measureDrafts: (accountId) => measureDrafts(db, accountId),
    insertSigners: (id, signers) => insertSigners(db, id, signers),
    changeDocument: (id, change) => changeDocument(db, id, change),
    changeSigner: (id, change) => changeSigner(db, id, change),
    appendAudit: (id, facts) => appendAudit(db, id, facts),
    countDownload: (download) => countDownload(db, download),
    emitEvent: async (fact, at) => {
      const { queued, full } = await queueEvent(db, fact, at);
      if (queued > 0) noteQueued();
      noteFull(full);
    },
    queueTest: (fact, at) => {
      noteQueued();
      return queueTest(db, fact, at);
    },
    resendDeliveries: async (filter) => {
      const resent = await resendDeliveries(db, filter);
      if (resent.ids.length > 0) noteQueued();
      return resent;
    },
    readAudit: (id, page) => readAudit(db, id, page),
    queueMail: (mail, to) => queueMail(db, mail, to).then(noteQueued),
    takeAllowances: (asked, at) => takeAllowances(db, asked, at),
    recordBounce: (mailId, bounce) => recordBounce(db, mailId, bounce),
    insertAttempt: (attempt) => insertAttempt(db, attempt),
    lockAttempt: (txn) => lockAttempt(db, txn),
    lockLiveAttempt: (id) => lockLiveAttempt(db, id),
    listAttemptTimes: (attempts) => listAttemptTimes(db, attempts),
    changeAttempt: (txn, change) => changeAttempt(db, txn, change),
    insertAccount: (account) => insertAccount(db, account),
    changeAccount: (id, change) => changeAccount(db, id, change),
    setLogo: (id, logo) => setLogo(db, id, logo),
    ...retentionTransaction(db),
    ...apiKeyTransaction(db),
    ...membersTransaction(db),
    ...billingTransaction(db),
    ...endpointsTransaction(db, { seal, noteQueued }),
  };
}

type Endpoints = 'insertEndpoint' | 'countEndpoints' | 'lockEndpoint' | 'changeEndpoint';

const endpointsTransaction = (
  db: Database,
  { seal, noteQueued }: Omit<TransactionContext, 'noteFull'>,
): Pick<StoreTransaction, Endpoints> => ({
  insertEndpoint: (endpoint) => insertEndpoint(db, seal, endpoint),
  countEndpoints: (accountId) => countEndpoints(db, accountId),
  lockEndpoint: (id) => lockEndpoint(db, seal, id),
  changeEndpoint: async (endpointId, change) => {
    await changeEndpoint(db, seal, { endpointId, change });
    if (change.enabled) noteQueued();
  },
});
