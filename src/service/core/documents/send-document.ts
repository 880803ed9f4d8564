import { randomUUID } from 'node:crypto';
import type { SentDocument } from '../../../contract/document.ts';
import type { SignaturePage } from '../../../pdf/signing/signature-page.ts';
import { tellIfFew } from '../../billing/tell-owners.ts';
import type { Sender, SenderRequest } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { AuditFact, Origin } from '../evidence/audit.rules.ts';
import { linksUntil, signUrl } from '../links/links.rules.ts';
import { queueLinks } from '../mails/queue-mails.ts';
import { permit } from '../permissions.rules.ts';
import { fieldName } from '../signing/signature.rules.ts';
import type { Arrangement } from './arrange-signatures.rules.ts';
import type { Document, StoredFile } from './document.rules.ts';
import { draftHash } from './document.rules.ts';
import { assertCanSend } from './document-states.rules.ts';
import { SIGNATURE_PAGE_MARGIN } from './place-block.rules.ts';
import { arrange, turnOf } from './plan-sending.ts';
import { documentNotFound, findOwnDocument } from './read-documents.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'pdf' | 'clock' | 'links' | 'fonts'>;

export interface SendRequest {
  readonly documentId: string;
  readonly origin: Origin;
  /** `draftHash` of what the caller saw; any other draft is refused. */
  readonly seen?: string;
}

/**
 * One transaction charges a credit per signer, makes the document SENT and mails the links
 * (specification, section 4.5). Arranges the PDF first, and removes it if it's certainly unneeded.
 * @throws {DomainError} `not_found`, `invalid_state`, `no_signers`, `insufficient_credits`
 * @throws {PdfWorkersBusy} when the account has reached a limit; nothing was sent
 */
export async function sendDocument(
  deps: Deps,
  caller: Sender,
  { documentId, origin, seen }: SendRequest,
): Promise<SentDocument> {
  permit(caller, 'documents.send');
  for (;;) {
    const draft = await findOwnDocument(deps, caller, documentId);
    assertCanSend(draft);
    assertSeen(draft, seen);
    await assertAffordable(deps, draft);
    const { prepared, arrangement } = await prepare(deps, draft);
    try {
      const sent = await commit(deps, { caller, origin }, { draft, prepared, arrangement });
      if (sent) return sent;
      await deps.files.remove(prepared.key);
    } catch (error) {
      // Other failures may follow the commit; the document then needs this file.
      if (error instanceof DomainError) await deps.files.remove(prepared.key);
      throw error;
    }
  }
}

function assertSeen(draft: Document, seen: string | undefined): void {
  if (seen === undefined || seen === draftHash(draft)) return;
  throw new DomainError('invalid_state', 'The draft changed meanwhile; nothing was sent.');
}

/** Fails before arranging the PDF. The actual charge decides. */
async function assertAffordable({ store }: Deps, { accountId, signers }: Document): Promise<void> {
  const balance = await store.creditBalance(accountId);
  if (balance >= signers.length) return;
  throw new DomainError(
    'insufficient_credits',
    `Sending takes ${signers.length} credits and the account has ${balance}; nothing was sent.`,
  );
}

async function drawPage(
  { fonts }: Deps,
  { documentId, name }: Document,
  { pages, signaturePage }: Arrangement,
): Promise<SignaturePage | undefined> {
  if (!signaturePage) return undefined;
  const { drawSignaturePage } = await import('../../../pdf/signing/signature-page.ts');
  const heading = { documentName: name, documentId, margin: SIGNATURE_PAGE_MARGIN };
  return drawSignaturePage({ ...signaturePage, ...heading, page: pages.length }, await fonts());
}

async function prepare(deps: Deps, draft: Document): Promise<Omit<ArrangedDocument, 'draft'>> {
  const { files, pdf } = deps;
  const { documentId, original } = draft;
  const work = async (from: string) => {
    const arrangement = await arrange(deps, draft, from);
    const fields = arrangement.placements.map(({ signerId, signingOrder, positions }) => ({
      field: fieldName(signingOrder),
      rects: positions,
      signer: draft.signers.find((one) => one.signerId === signerId)?.name,
    }));
    const signaturePage = await drawPage(deps, draft, arrangement);
    return await files.withFolder(async (folder) => {
      const to = folder.path('prepared.pdf');
      await pdf.placeFields({ from, to, fields, signaturePage }, turnOf(draft));
      const key = `documents/${documentId}/prepared-${randomUUID()}.pdf`;
      return { arrangement, prepared: await files.create(key, to) };
    });
  };
  return await files.withLocalCopy(original.key, work, original);
}

interface ArrangedDocument {
  readonly draft: Document;
  readonly prepared: StoredFile;
  readonly arrangement: Arrangement;
}

/** Undefined if the draft changed meanwhile: the PDF must be arranged again. */
async function commit(deps: Deps, request: SenderRequest, arranged: ArrangedDocument) {
  const { draft, prepared, arrangement } = arranged;
  const { placements, pages } = arrangement;
  return await deps.store.transaction(async (tx) => {
    const document = await tx.lockDocument(draft.documentId);
    if (!document) throw documentNotFound();
    assertCanSend(document);
    if (draftHash(document) !== draftHash(draft)) return undefined;
    const at = deps.clock.now();
    const { accountId, documentId, signers } = document;
    const charge = { accountId, documentId, credits: signers.length, at };
    const creditsRemaining = await tx.chargeCredits(charge);
    const sent = { status: 'SENT' as const, sentAt: at, prepared, head: prepared };
    const life = { linksUntil: linksUntil(at, request.caller.account.linkDays), updatedAt: at };
    await tx.changeDocument(documentId, { ...sent, ...life, pages, placements });
    const facts = sentFacts({ document, creditsRemaining, ...arranged }, request, at);
    await tx.appendAudit(documentId, facts);
    await queueLinks(tx, document, at);
    await tellIfFew(tx, { accountId, left: creditsRemaining }, at);
    return present(deps, document, creditsRemaining);
  });
}

interface Sent extends Omit<ArrangedDocument, 'draft'> {
  readonly document: Document;
  readonly creditsRemaining: number;
}

function sentFacts(
  { document, prepared, arrangement, creditsRemaining }: Sent,
  { caller, origin }: SenderRequest,
  at: Date,
): AuditFact[] {
  const credits = document.signers.length;
  const { sha256 } = prepared;
  const { pages, signaturePage } = arrangement;
  const added = signaturePage ? { signaturePage: pages.length } : {};
  const sent = { sha256, apiKey: caller.keyPrefix, ...added };
  return [
    { type: 'credits.deducted', at, origin, data: { credits, creditsRemaining } },
    { type: 'document.sent', at, origin, data: sent },
    ...document.signers.map(({ signerId, email }) => {
      return { type: 'email.queued' as const, at, origin, data: { signerId, email } };
    }),
  ];
}

function present({ links }: Deps, document: Document, creditsRemaining: number): SentDocument {
  const signers = document.signers.map((signer) => {
    const { signerId, name, email, signingOrder } = signer;
    return { signerId, name, email, signingOrder, signUrl: signUrl(links, signer) };
  });
  return { documentId: document.documentId, status: 'SENT', creditsRemaining, signers };
}
