import { randomUUID } from 'node:crypto';
import type { SentDocument } from '../../../contract/document.ts';
import type { AuditFact, Origin } from '../../domain/audit.ts';
import type { Document, StoredFile } from '../../domain/document.ts';
import { assertCanSend } from '../../domain/document-states.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { placeSigners } from '../../domain/placement.ts';
import { fieldName } from '../../domain/signature.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { queueLinks } from '../mails/queue-mails.ts';
import { documentNotFound, findOwnDocument } from './find-own-document.ts';
import { signUrl } from './retrieve-document.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'pdf' | 'clock' | 'links'>;

/** A send request. */
export interface SendRequest {
  readonly caller: Caller;
  readonly documentId: string;
  readonly origin: Origin;
}

/**
 * Sends a PENDING document: takes a credit a signer, makes it SENT and queues a link to each signer, all in one
 * transaction (specification, section 4.5). The PDF is arranged before, outside of it: a file that is certain not to be
 * needed is removed.
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
      // Any other failure may have come after the commit, and then the file is the document.
      if (error instanceof DomainError) await deps.files.remove(prepared.key);
      throw error;
    }
  }
}

/** Spares the work of arranging when the credits are missing; the charge itself decides. */
async function assertAffordable({ store }: Deps, { accountId, signers }: Document): Promise<void> {
  const balance = await store.creditBalance(accountId);
  if (balance >= signers.length) return;
  throw new DomainError(
    'insufficient_credits',
    `Sending takes ${signers.length} credits and the account has ${balance}; nothing was sent.`,
  );
}

/** Writes the PDF with every signer's fields in place, under a name of its own. */
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

/** Undefined when signers were added meanwhile, so that the PDF has to be arranged again. */
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
