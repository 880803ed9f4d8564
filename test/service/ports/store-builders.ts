import { createHash, randomUUID } from 'node:crypto';
import type { Account } from '../../../src/service/core/accounts/account.rules.ts';
import { DEFAULT_SETTINGS } from '../../../src/service/core/accounts/account.rules.ts';
import type {
  Document,
  Signer,
  StoredFile,
} from '../../../src/service/core/documents/document.rules.ts';
import type { AuditFact } from '../../../src/service/core/evidence/audit.rules.ts';
import { SYSTEM } from '../../../src/service/core/evidence/audit.rules.ts';
import type { SignerNotice } from '../../../src/service/core/mails/mail-notice.rules.ts';
import type {
  AttemptResult,
  DeliveryAttempt,
  EventFact,
  OutboxItem,
  Verdict,
} from '../../../src/service/core/outbox/outbox.rules.ts';
import type { SignatureAttempt } from '../../../src/service/core/signing/signature.rules.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import type { WebhookEndpoint } from '../../../src/service/webhooks/webhook-endpoint.rules.ts';

/** A moment, `ms` after noon of a day. */
export const at = (ms = 0): Date => new Date(Date.UTC(2026, 10, 20, 12) + ms);

export const aFile = (key = 'documents/a/original.pdf'): StoredFile => ({
  key,
  sha256: createHash('sha256').update(key).digest('hex'),
  bytes: 1234,
});

export const aSigner = (signingOrder: number, given: Partial<Signer> = {}): Signer => ({
  signerId: randomUUID(),
  name: 'अनिता शर्मा',
  email: 'anita@example.in',
  phone: '9876543210',
  signingOrder,
  positions: null,
  openedAt: null,
  consentedAt: null,
  signedAt: null,
  declinedAt: null,
  declineReason: null,
  linkGeneration: 0,
  certifiedName: null,
  identity: null,
  returnUrl: null,
  ...given,
});

export const aDocument = (accountId: string, given: Partial<Document> = {}): Document => ({
  documentId: randomUUID(),
  accountId,
  name: 'Lease agreement',
  status: 'PENDING',
  createdAt: at(),
  updatedAt: at(),
  sentAt: null,
  completedAt: null,
  withdrawnAt: null,
  withdrawalReason: null,
  linksUntil: null,
  message: null,
  externalId: null,
  original: aFile(),
  pages: [
    { width: 595.28, height: 841.89, rotate: 0 },
    { width: 612, height: 792, rotate: 90 },
  ],
  placements: null,
  prepared: null,
  head: null,
  holdReason: null,
  signers: [],
  ...given,
});

export const aFact = (data: AuditFact['data'] = {}): AuditFact => ({
  type: 'document.created',
  at: at(),
  origin: SYSTEM,
  data,
});

export const aMail = (given: Partial<SignerNotice> = {}): SignerNotice => ({
  kind: 'signing-link',
  staleAt: null,
  ...given,
});

export const anAttempt = (
  { documentId, signers }: Document,
  given: Partial<SignatureAttempt> = {},
): SignatureAttempt => ({
  txn: `ESIGN-${randomUUID()}`,
  documentId,
  signerId: signers[0]?.signerId ?? '',
  state: 'at_gateway',
  gateway: 'test',
  baseSha256: 'a'.repeat(64),
  inputHash: 'b'.repeat(64),
  preparedKey: 'documents/a/attempt.pdf',
  contentsAt: 4711,
  reserve: 32_768,
  createdAt: at(),
  expiresAt: at(600_000),
  answer: null,
  reason: null,
  failures: 0,
  shownName: null,
  linkGeneration: 0,
  ...given,
});

const anEndpoint = (accountId: string, given: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  endpointId: randomUUID(),
  accountId,
  url: 'https://hooks.example.com/esign',
  secret: 'whsec_example',
  nextSecret: null,
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  health: { noSuccessSince: at(), failures: 0, failingSince: null },
  extraEvents: [],
  expiredSince: null,
  createdAt: at(),
  ...given,
});

export const anEvent = ({ accountId, documentId }: Document): EventFact => ({
  accountId,
  documentId,
  event: {
    event: 'signer.signed',
    documentId,
    status: 'SENT',
    occurredAt: at().toISOString(),
    signer: null,
    signers: [],
  },
});

export const delivered: AttemptResult = {
  ok: true,
  status: 200,
  error: null,
  body: 'ok',
  durationMs: 12,
  retryAfterMs: null,
  exchange: null,
};

export const refused: AttemptResult = {
  ...delivered,
  ok: false,
  status: 503,
  error: 'http_503',
  body: 'later\0please',
  retryAfterMs: 30_000,
};

/** A try of an item that is over. */
export function ended(
  item: OutboxItem | undefined,
  result: AttemptResult,
  verdict: Verdict,
): DeliveryAttempt {
  if (!item) throw new Error('There is no item whose try could be over.');
  return { item, result, verdict, startedAt: at(-12), endedAt: at(), usesStep: true };
}

/** An account that is not stored yet. */
export const anAccount = (accountId: string): Account & { readonly createdAt: Date } => ({
  accountId,
  name: 'Example Traders',
  subscription: 'active',
  ...DEFAULT_SETTINGS,
  contactEmail: null,
  trialStartedAt: null,
  paidUntil: null,
  renewal: null,
  holdReason: null,
  logoHash: null,
  pendingReplyTo: null,
  replyAskedAt: null,
  erasedAt: null,
  createdAt: at(),
});

/** A fresh account with credits. */
export async function addAccount(store: DocumentStore, credits = 0): Promise<string> {
  const accountId = `acc_${randomUUID()}`;
  await store.transaction(async (tx) => {
    await tx.insertAccount(anAccount(accountId));
    if (credits > 0) await tx.grantCredits({ accountId, credits, at: at() });
  });
  return accountId;
}

/** A fresh document of an account, its signers with it. */
export async function addDocument(
  store: DocumentStore,
  accountId: string,
  given: Partial<Document> = {},
): Promise<Document> {
  const document = aDocument(accountId, given);
  await store.transaction(async (tx) => {
    await tx.insertDocument(document);
    await tx.insertSigners(document.documentId, document.signers);
  });
  return document;
}

/** An endpoint of an account. */
export async function addEndpoint(
  store: DocumentStore,
  accountId: string,
  given: Partial<WebhookEndpoint> = {},
): Promise<WebhookEndpoint> {
  const endpoint = anEndpoint(accountId, given);
  await store.transaction((tx) => tx.insertEndpoint(endpoint));
  return endpoint;
}

/** Tells the endpoints of a document's account of an event. */
export const emit = (store: DocumentStore, document: Document, ms = 0) =>
  store.transaction((tx) => tx.emitEvent(anEvent(document), at(ms)));

/** Claims all items that are due at a time. */
export const claimDue = (
  store: DocumentStore,
  now = at(),
  leaseUntil = new Date(now.getTime() + 1000),
) => store.claimOutbox({ now, leaseUntil, limit: 1000, perQueue: 1000 });

/** The claimed items of some documents: tests share their store. */
export const ofDocuments = (items: readonly OutboxItem[], ...own: readonly Document[]) =>
  items.filter(({ documentId }) => own.some((document) => document.documentId === documentId));
