import type { Standing } from '../../../pdf/verification/standing.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document, StoredFile } from '../documents/document.rules.ts';
import { documentCompleted, signerSigned } from '../documents/document-events.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import type { AuditFact } from '../evidence/audit.rules.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import type { Links } from '../links/links.rules.ts';
import { DOWNLOAD_DAYS, linksUntil } from '../links/links.rules.ts';
import { queueAfterSignature } from '../mails/queue-mails.ts';
import { renewalAt } from '../retention/retention.rules.ts';
import { advanceAttempt } from './end-attempt.ts';
import type { SignatureFact } from './evidence.ts';
import type { SignatureAttempt } from './signature.rules.ts';
import { fieldName } from './signature.rules.ts';

/** From the checked CMS. */
type SignatureEvidence = Omit<SignatureFact, 'signerId' | 'txn' | 'field' | 'inputHash' | 'sha256'>;

/** Checked and stored, but not yet recorded. */
export interface SignedRevision {
  readonly attempt: SignatureAttempt;
  readonly revision: StoredFile;
  /** How well a complete file is proven. */
  readonly standing?: Standing | null | undefined;
  readonly evidence: SignatureEvidence;
}

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'clock' | 'links'>;

/**
 * In one transaction with the signer, status, trail, events and mails (specification, sections 3
 * and 6). `already` if another call recorded the attempt with its own file; false if attempt or
 * document changed, and nothing was recorded.
 */
export async function recordSignature(
  deps: Deps,
  signed: SignedRevision,
): Promise<boolean | 'already'> {
  const { documentId, signerId, baseSha256 } = signed.attempt;
  return await advanceAttempt<boolean | 'already'>(deps, signed.attempt, (locked, before) => {
    if (locked?.state === 'embedded') return { result: recordedBy(before, signed) };
    const isBase = before?.head?.sha256 === baseSha256;
    const isNext = isBase && nextSigner(before)?.signerId === signerId;
    if (!isNext || locked?.state !== 'returned') return { result: false };
    const at = deps.clock.now();
    const document = afterSignature(before, signerId, at);
    const { commonName: certifiedName, identity = null } = signed.evidence;
    const { status, completedAt } = document;
    const head = signed.revision;
    const life = completedAt && {
      linksUntil: linksUntil(completedAt, DOWNLOAD_DAYS),
      renewAt: renewalAt(signed.standing?.endsAt, at),
    };
    return {
      change: { state: 'embedded' },
      facts: factsOf(document, signed, at),
      also: async (tx) => {
        const signer = { signerId, signedAt: at, certifiedName, identity };
        const changed = { status, completedAt, head, ...life, updatedAt: at, signer };
        await tx.changeDocument(documentId, changed);
        await announce(tx, deps.links, { document, signerId, at });
      },
      result: true,
    };
  });
}

/** Whether an embedded attempt was recorded with this file. */
const recordedBy = (document: Document | undefined, { revision }: SignedRevision) =>
  document?.head?.key === revision.key || 'already';

function afterSignature(document: Document, signerId: string, at: Date): Document {
  const signers = document.signers.map((signer) =>
    signer.signerId === signerId ? { ...signer, signedAt: at } : signer,
  );
  const isCompleted = signers.every(({ signedAt }) => signedAt !== null);
  const status = isCompleted ? 'COMPLETED' : 'SENT';
  return { ...document, signers, status, completedAt: isCompleted ? at : null };
}

function factsOf(document: Document, written: SignedRevision, at: Date): AuditFact[] {
  const { attempt, revision, evidence } = written;
  const { signerId, txn, inputHash } = attempt;
  const signingOrder = document.signers.find((one) => one.signerId === signerId)?.signingOrder ?? 0;
  const { sha256 } = revision;
  const signed = { signerId, txn, field: fieldName(signingOrder), inputHash, sha256 };
  const embedded: SignatureFact = { ...signed, ...evidence };
  const facts: AuditFact[] = [
    { type: 'signature.embedded', at, origin: SYSTEM, data: embedded },
    { type: 'signer.signed', at, origin: SYSTEM, data: { signerId } },
  ];
  if (document.status !== 'COMPLETED') return facts;
  const data = { sha256, level: written.standing?.level ?? null };
  return [...facts, { type: 'document.completed', at, origin: SYSTEM, data }];
}

interface Announcement {
  readonly document: Document;
  readonly signerId: string;
  readonly at: Date;
}

async function announce(
  tx: StoreTransaction,
  links: Links,
  { document, signerId, at }: Announcement,
) {
  const { accountId, documentId } = document;
  await tx.emitEvent({ accountId, documentId, event: signerSigned(document, signerId, at) }, at);
  if (document.status === 'COMPLETED') {
    const event = documentCompleted(links, document, at);
    await tx.emitEvent({ accountId, documentId, event }, at);
  }
  await queueAfterSignature(tx, document, at);
}
