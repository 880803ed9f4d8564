import { afterAll, beforeAll, describe } from 'vitest';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { verifyAccounts } from './verify-accounts.ts';
import { verifyAllowances } from './verify-allowances.ts';
import { verifyAttempts } from './verify-attempts.ts';
import { verifyAudit } from './verify-audit.ts';
import { verifyBreakers } from './verify-breakers.ts';
import { verifyCredits } from './verify-credits.ts';
import { verifyDeliveries } from './verify-deliveries.ts';
import { verifyDocuments } from './verify-documents.ts';
import { verifyEndpoints } from './verify-endpoints.ts';
import { verifyKeptAnswers } from './verify-kept-answers.ts';
import { verifyOutbox } from './verify-outbox.ts';
import { verifyOutboxOrder } from './verify-outbox-order.ts';
import { verifyOverview } from './verify-overview.ts';
import { verifyPasskeys } from './verify-passkeys.ts';
import { verifyRaces } from './verify-races.ts';
import { verifyRequests } from './verify-requests.ts';
import { verifyTransactions } from './verify-transactions.ts';

/** How a part of the contract reaches the store that is open for the file. */
export type Given = () => DocumentStore;

/** The contract of every document store. `open` opens one on an empty database. */
export function verifyDocumentStore(open: () => Promise<DocumentStore>): void {
  let store: DocumentStore | undefined;
  const given: Given = () => {
    if (!store) throw new Error('The store is not open.');
    return store;
  };
  beforeAll(async () => {
    store = await open();
  });
  afterAll(async () => {
    await store?.close();
  });
  describe('transactions', () => verifyTransactions(given));
  describe('accounts', () => verifyAccounts(given));
  describe('documents', () => verifyDocuments(given));
  describe('audit', () => verifyAudit(given));
  describe('credits', () => verifyCredits(given));
  describe('an allowance', () => verifyAllowances(given));
  describe('attempts', () => verifyAttempts(given));
  describe('kept answers', () => verifyKeptAnswers(given));
  describe('breakers', () => verifyBreakers(given));
  describe('passkeys', () => verifyPasskeys(given));
  describe('endpoints', () => verifyEndpoints(given));
  describe('deliveries', () => verifyDeliveries(given));
  describe('outbox', () => verifyOutbox(given));
  describe('outbox order', () => verifyOutboxOrder(given));
  describe('overview', () => verifyOverview(given));
  describe('requests', () => verifyRequests(given));
  describe('races', () => verifyRaces(given));
}
