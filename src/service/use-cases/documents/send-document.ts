import { randomUUID } from 'node:crypto';
import type { SentDocument } from '../../../contract/document.ts';
import type { AuditFact, Origin } from '../../domain/audit.ts';
import type { Document, StoredFile } from '../../domain/document.ts';
import { assertCanSend } from '../../domain/document-states.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { signUrl } from '../../domain/links.ts';
import { placeSigners } from '../../domain/placement.ts';
import { fieldName } from '../../domain/signature.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { queueLinks } from '../mails/queue-mails.ts';
import { documentNotFound, findOwnDocument } from './read-documents.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'pdf' | 'clock' | 'links'>;

/** A send request. */
export interface SendRequest {
  readonly caller: Caller;
  readonly documentId: string;
  readonly origin: Origin;
}

/**
 * Sends a PENDING document: charges a credit per signer, makes it SENT and mails each signer a link, in one transaction
 * (specification, section 4.5). Arranges the PDF before that, and removes it again if it is certainly not needed.
 * @throws {DomainError} `not_found`, `invalid_state`, `no_signers`, `insufficient_credits`
 */
export async function sendDocument(deps: Deps, request: SendRequest): Promise<SentDocument> {
  for (;;) {
    const draft = await findOwnDocument(deps, request);
    assertCanSend(draft);
    await assertAffordable(deps, draft);
    const prepared = await arrange(deps, draft);
    try {
      const sent = await commit(deps, request, { draft, prepared });
      if (sent) return sent;
      await deps.files.remove(prepared.key);
    } catch (error) {
      // Other failures may have come after the commit; then the document needs this file.
      if (error instanceof DomainError) await deps.files.remove(prepared.key);
      throw error;
    }
  }
}

/** Fails early, before the PDF is arranged. The charge itself decides. */
async function assertAffordable({ store }: Deps, { accountId, signers }: Document): Promise<void> {
  const balance = await store.creditBalance(accountId);
  if (balance >= signers.length) return;
  throw new DomainError(
    'insufficient_credits',
    `Sending takes ${signers.length} credits and the account has ${balance}; nothing was sent.`,
  );
}

/** Writes a PDF with the fields of all signers to a new file. */
async function arrange({ files, pdf }: Deps, draft: Document): Promise<StoredFile> {
  const key = `documents/${draft.documentId}/prepared-${randomUUID()}.pdf`;
  const fields = placeSigners(draft.pages, draft.signers).map(({ signingOrder, positions }) => ({
    field: fieldName(signingOrder),
    rects: positions,
  }));
  await pdf.placeFields({
    from: await files.localPath(draft.original.key),
    to: await files.localPath(key),
    fields,
  });
  return await files.adopt(key);
}

interface Arranged {
  readonly draft: Document;
  readonly prepared: StoredFile;
}

/** Undefined when signers were added in the meantime: the PDF must be arranged again. */
async function commit(deps: Deps, request: SendRequest, { draft, prepared }: Arranged) {
  return await deps.store.transaction(async (tx) => {
    const document = await tx.lockDocument(draft.documentId);
    if (!document) throw documentNotFound();
    assertCanSend(document);
    if (document.signers.length !== draft.signers.length) return undefined;
    const at = deps.clock.now();
    const { accountId, documentId, signers } = document;
    const charge = { accountId, documentId, credits: signers.length, at };
    const creditsRemaining = await tx.chargeCredits(charge);
    const sent = { status: 'SENT' as const, sentAt: at, prepared, head: prepared };
    await tx.changeDocument(documentId, { ...sent, updatedAt: at });
    await tx.appendAudit(
      documentId,
      sentFacts({ document, prepared, creditsRemaining }, request, at),
    );
    await queueLinks(tx, document, at);
    return present(deps, document, creditsRemaining);
  });
}

interface Sent {
  readonly document: Document;
  readonly prepared: StoredFile;
  readonly creditsRemaining: number;
}

function sentFacts(
  { document, prepared, creditsRemaining }: Sent,
  { caller, origin }: SendRequest,
  at: Date,
): AuditFact[] {
  const credits = document.signers.length;
  const apiKey = caller.keyPrefix;
  return [
    { type: 'credits.deducted', at, origin, data: { credits, creditsRemaining } },
    { type: 'document.sent', at, origin, data: { sha256: prepared.sha256, apiKey } },
    ...document.signers.map(({ signerId, email }) => {
      return { type: 'email.queued' as const, at, origin, data: { signerId, email } };
    }),
  ];
}

function present({ links }: Deps, document: Document, creditsRemaining: number): SentDocument {
  const signers = document.signers.map(({ signerId, name, email, signingOrder }) => {
    return { signerId, name, email, signingOrder, signUrl: signUrl(links, signerId) };
  });
  return { documentId: document.documentId, status: 'SENT', creditsRemaining, signers };
}
