import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import { readUpload } from '../evidence/earlier-signatures.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { Arrangement } from './arrange-signatures.rules.ts';
import { arrangeSignatures, keptProblem, needsPlace } from './arrange-signatures.rules.ts';
import type { Document } from './document.rules.ts';
import { assertCanSend } from './document-states.rules.ts';
import { findOwnDocument } from './read-documents.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'pdf'>;

export const turnOf = ({ accountId }: Document) => ({ owner: accountId });

/** The last one if a signer has no rectangle; those with rectangles if nothing may be covered. */
function pagesToSurvey(draft: Document, isSigned: boolean): number[] {
  const requested = draft.signers.flatMap(({ positions }) => positions ?? []);
  const pages = isSigned ? requested.map(({ page }) => page) : [];
  return [...new Set([...pages, ...(needsPlace(draft) ? [draft.pages.length] : [])])];
}

/** @throws {DomainError} `invalid_state` if it would break earlier signatures */
export async function arrange(
  { pdf, store }: Omit<Deps, 'files'>,
  draft: Document,
  path: string,
): Promise<Arrangement> {
  const { documentId, pages, signers } = draft;
  const isSigned = (await readUpload(store, documentId)).earlier.length > 0;
  const surveyed = pagesToSurvey(draft, isSigned);
  const found =
    surveyed.length > 0 ? await pdf.survey({ path, pages: surveyed }, turnOf(draft)) : [];
  const blanks = found ?? [];
  const last = blanks.find(({ page }) => page === pages.length);
  const arrangement = arrangeSignatures(draft, last);
  const problem = isSigned ? keptProblem(signers, arrangement, blanks) : undefined;
  if (problem) throw new DomainError('invalid_state', problem);
  return arrangement;
}

/** The result of sending the draft now. */
export interface SendingPlan extends Arrangement {
  readonly draft: Document;
  /** The account's, before the charge of one per signer. */
  readonly credits: number;
  /** Of the PDF's form; signers can't fill them in. */
  readonly emptyFields: number;
}

/**
 * Changes nothing.
 * @throws {DomainError} `not_found`, `invalid_state`, `no_signers`
 * @throws {PdfWorkersBusy} when the account has reached a limit
 */
export async function planSending(
  deps: Deps,
  caller: Caller,
  documentId: string,
): Promise<SendingPlan> {
  const accountId = permit(caller, 'documents.send');
  const draft = await findOwnDocument(deps, caller, documentId);
  assertCanSend(draft);
  const { key } = draft.original;
  const read = (path: string) => arrange(deps, draft, path);
  const arrangement = await deps.files.withLocalCopy(key, read, draft.original);
  const { emptyFields } = await readUpload(deps.store, documentId);
  const credits = await deps.store.creditBalance(accountId);
  return { ...arrangement, draft, credits, emptyFields };
}
