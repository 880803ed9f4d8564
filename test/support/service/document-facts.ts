import { createHash, X509Certificate } from 'node:crypto';
import { chainFault } from '../../../src/contract/audit-chain.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import type { ServiceDeps } from '../../../src/service/core/deps.ts';
import type { Document, StoredFile } from '../../../src/service/core/documents/document.rules.ts';
import type { DeliveryAttempt, OutboxItem } from '../../../src/service/core/outbox/outbox.rules.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { delivered } from '../../service/ports/store-builders.ts';

const FAR = new Date('2100-01-01');
const PAST = new Date(0);
const ALL = 10_000;

/** What was ever queued about one document: reading takes it from the outbox as delivered. */
export class QueuedItems {
  readonly #store: DocumentStore;
  readonly #documentId: string;
  readonly #seen: OutboxItem[] = [];

  constructor(store: DocumentStore, documentId: string) {
    this.#store = store;
    this.#documentId = documentId;
  }

  /** Everything so far, oldest first. Other documents' items are left as they are. */
  async read(): Promise<readonly OutboxItem[]> {
    for (;;) {
      const claim = { now: FAR, leaseUntil: PAST, limit: ALL, perQueue: ALL };
      const items = await this.#store.claimOutbox(claim);
      const own = items.filter(({ documentId }) => documentId === this.#documentId);
      if (own.length === 0) return this.#seen;
      await this.#store.settleOutbox(own.map(deliveredNow));
      this.#seen.push(...own);
    }
  }
}

function deliveredNow(item: OutboxItem): DeliveryAttempt {
  const at = new Date();
  const times = { startedAt: at, endedAt: at, usesStep: true };
  return { item, result: delivered, verdict: { state: 'done' }, ...times };
}

/** What stands of a document, in store, outbox and files. */
export interface DocumentFacts {
  readonly status: Document['status'] | 'MISSING';
  readonly creditsLeft: number;
  /** `kind to` of each. */
  readonly mails: readonly string[];
  readonly events: readonly string[];
  /** Types in their order. */
  readonly audit: readonly string[];
  /** First entry that breaks the chain; undefined when it holds. */
  readonly auditBreak: number | undefined;
  readonly prepared: FileState;
  readonly head: FileState;
  /** Whether each signer has signed, in their order. */
  readonly signed: readonly boolean[];
}

/** Whether a file is there and has the recorded hash. */
export type FileState = 'none' | 'whole' | 'missing' | 'altered';

async function stateOf(deps: ServiceDeps, file: StoredFile | null): Promise<FileState> {
  if (!file) return 'none';
  const bytes = await deps.files.read(file.key).catch(() => undefined);
  if (!bytes) return 'missing';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return sha256 === file.sha256 && bytes.length === file.bytes ? 'whole' : 'altered';
}

const mailName = (item: OutboxItem, document: Document | undefined) => {
  const to = document?.signers.find(({ signerId }) => signerId === item.signerId)?.email;
  return item.kind === 'mail' ? [`${item.mail.kind} ${to}`] : [];
};
const eventName = (item: OutboxItem) => (item.kind === 'delivery' ? [item.event] : []);

/** Reads what stands of a document. */
export async function factsOf(deps: ServiceDeps, queued: QueuedItems, documentId: string) {
  const document = await deps.store.findDocument(documentId);
  const items = await queued.read();
  const audit = await deps.store.readAudit(documentId);
  const facts: DocumentFacts = {
    status: document?.status ?? 'MISSING',
    creditsLeft: await deps.store.creditBalance(document?.accountId ?? ''),
    mails: items.flatMap((item) => mailName(item, document)),
    events: items.flatMap(eventName),
    audit: audit.map(({ type }) => type),
    auditBreak: chainFault(audit)?.at,
    prepared: await stateOf(deps, document?.prepared ?? null),
    head: await stateOf(deps, document?.head ?? null),
    signed: document?.signers.map(({ signedAt }) => signedAt !== null) ?? [],
  };
  return facts;
}

/** The number of valid, trusted signatures of the newest revision; 0 as well when it is not intact. */
export async function soundSignatures(deps: ServiceDeps, documentId: string): Promise<number> {
  const document = await deps.store.findDocument(documentId);
  if (!document?.head) return 0;
  const roots = deps.gateways
    .flatMap(({ roots: ders }) => ders)
    .map((der) => new X509Certificate(der));
  const verdict = await verifyPdf(await deps.files.read(document.head.key), {
    roots,
    now: deps.clock.now(),
  });
  if (!verdict.intact) return 0;
  return verdict.signatures.filter(({ trusted }) => trusted).length;
}
