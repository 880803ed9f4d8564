import type { FastifyRequest } from 'fastify';
import { hasApiAccess } from '../../../core/accounts/account.rules.ts';
import { assertAccess } from '../../../core/accounts/authenticate.ts';
import { admitUpload, createDocument } from '../../../core/documents/create-document.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import { draftHash } from '../../../core/documents/document.rules.ts';
import { assertCanAddSigners } from '../../../core/documents/document-states.rules.ts';
import { findText } from '../../../core/documents/find-text.ts';
import { planSending } from '../../../core/documents/plan-sending.ts';
import { findOwnDocument } from '../../../core/documents/read-documents.ts';
import { saveDraft } from '../../../core/documents/save-draft.ts';
import { sendDocument } from '../../../core/documents/send-document.ts';
import { DomainError } from '../../../core/domain-error.rules.ts';
import type { LinkSecrets } from '../../../core/links/links.rules.ts';
import type { FormProof } from '../../kit/upload-form.ts';
import { readUploadForm } from '../../kit/upload-form.ts';
import { pageFilesOf } from '../../pages/page-files.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { documentPath, idOf, orderOf } from '../document-paths.ts';
import type { Problems } from '../form.ts';
import { FORM_KEY, problemsOf, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { MemberVisit } from '../visit.ts';
import { byMember, hasFormKey } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import type { DraftRow, DraftValues } from './draft-form.ts';
import {
  arrangeRows,
  draftProblems,
  filledRows,
  signerOf,
  storedDraft,
  submittedDraft,
} from './draft-form.ts';
import { draftPage } from './draft-page.ts';
import { readerRoutes } from './reader-routes.ts';
import { reviewPage, seenOf } from './review-page.ts';
import { NEW_DOCUMENT, noAccessPage, uploadPage } from './upload-page.ts';

export function draftRoutes(routes: DashboardRoutes): void {
  uploadRoutes(routes);
  editRoutes(routes);
  sendRoutes(routes);
  readerRoutes(routes);
}

/** For a form that is read as it arrives. */
const proofOf = (links: LinkSecrets, { session }: MemberVisit): FormProof => ({
  field: FORM_KEY,
  isOwn: (value) => hasFormKey(links, session.sessionId, value),
});

const FILE_PROBLEMS: readonly string[] = ['invalid_file', 'file_too_large'];

function uploadRoutes({ deps, page, stream }: DashboardRoutes): void {
  page(NEW_DOCUMENT, 'documents.send', async (visit) =>
    hasApiAccess(visit.account, visit.now) ? uploadPage(visit, { name: '' }) : noAccessPage(visit),
  );
  stream(NEW_DOCUMENT, 'documents.send', async (visit, request) => {
    try {
      assertAccess(deps, visit);
      await admitUpload(deps, visit);
      deps.pdf.assertRoom({ owner: visit.account.accountId });
      const form = await readUploadForm(deps, request, proofOf(deps.links, visit));
      const origin = byMember(visit, request);
      const { documentId } = await createDocument(deps, visit, { origin, ...form });
      return documentPath(documentId, '/draft');
    } catch (error) {
      const isOfFile = error instanceof DomainError && FILE_PROBLEMS.includes(error.code);
      if (!isOfFile) throw error;
      return uploadPage(visit, { name: '', problems: { file: error.message } });
    }
  });
}

const words = WORDS.drafts.draft;

/** The draft, unless it was sent. @throws {DomainError} `not_found`, `invalid_state` */
async function findDraft(
  { deps }: DashboardRoutes,
  visit: MemberVisit,
  request: FastifyRequest,
): Promise<Document> {
  const document = await findOwnDocument(deps, visit, idOf(request));
  assertCanAddSigners({ ...document, signers: [] }, 0);
  return document;
}

function placedRow(
  row: DraftRow,
  { isFree: _, ...position }: object & { isFree: boolean },
): DraftRow {
  return { ...row, where: 'page', places: JSON.stringify([position]) };
}

const isEmpty = (problems: Problems): boolean => Object.keys(problems).length === 0;

interface Tried {
  /** As typed, or with places instead of words. */
  readonly values: DraftValues;
  readonly problems: Problems;
}

/** Turns words into places. A row whose words are not found keeps them. */
async function placeBesideWords(
  { deps }: DashboardRoutes,
  visit: MemberVisit,
  { documentId, values }: { readonly documentId: string; readonly values: DraftValues },
): Promise<Tried> {
  const beside = filledRows(values).filter(({ where }) => where === 'words');
  if (beside.length === 0) return { values, problems: {} };
  const body = { texts: beside.map((row) => row.words) };
  const { texts } = await findText(deps, visit, { documentId, body });
  const placed = new Map<string, DraftRow>();
  const problems: Record<string, string> = {};
  for (const [at, row] of beside.entries()) {
    const { count = 0, place = null } = texts[at] ?? {};
    if (place) placed.set(row.key, placedRow(row, place));
    else problems[`words-${row.key}`] = count > 1 ? words.several(count) : words.notFound;
  }
  return {
    values: { ...values, rows: values.rows.map((row) => placed.get(row.key) ?? row) },
    problems,
  };
}

interface Typed {
  readonly request: FastifyRequest;
  readonly document: Document;
  readonly typed: DraftValues;
}

/** Saves the draft, unless there are problems. */
async function trySaving(
  routes: DashboardRoutes,
  visit: MemberVisit,
  { request, document: { documentId }, typed }: Typed,
): Promise<Tried> {
  const found = draftProblems(typed);
  if (!isEmpty(found)) return { values: typed, problems: found };
  const placed = await placeBesideWords(routes, visit, { documentId, values: typed });
  if (!isEmpty(placed.problems)) return placed;
  const { name, message } = placed.values;
  const signers = filledRows(placed.values).map(signerOf);
  try {
    await saveDraft(routes.deps, visit, { ...orderOf(visit, request), name, message, signers });
    return placed;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_request') throw error;
    return { values: typed, problems: problemsOf(error) };
  }
}

function editRoutes(routes: DashboardRoutes): void {
  const { page, action } = routes;
  const path = documentPath(':documentId', '/draft');
  const show = (
    visit: MemberVisit,
    request: FastifyRequest,
    shown: Omit<Parameters<typeof draftPage>[1], 'files' | 'accountMessage'>,
  ): DashboardPage => {
    const files = pageFilesOf(request.server);
    return draftPage(visit, { ...shown, files, accountMessage: visit.account.message });
  };
  page(path, 'documents.send', async (visit, request) => {
    const document = await findDraft(routes, visit, request);
    const isSaved = textOf(request.query, 'done') === 'saved';
    return show(visit, request, { document, values: storedDraft(document), isSaved });
  });
  action(path, 'documents.send', async (visit, request) => {
    const document = await findDraft(routes, visit, request);
    const asked = textOf(request.body, 'do');
    const typed = submittedDraft(request.body);
    const arranged = arrangeRows(typed, asked);
    if (arranged) return show(visit, request, { document, ...arranged });
    const { values, problems } = await trySaving(routes, visit, { request, document, typed });
    if (!isEmpty(problems)) return show(visit, request, { document, values, problems });
    const { documentId } = document;
    return documentPath(documentId, asked === 'review' ? '/review' : '/draft?done=saved');
  });
}

function sendRoutes(routes: DashboardRoutes): void {
  const { deps, page, action } = routes;
  page(documentPath(':documentId', '/review'), 'documents.send', async (visit, request) => {
    const document = await findDraft(routes, visit, request);
    const files = pageFilesOf(request.server);
    if (document.signers.length > 0) {
      return reviewPage(visit, { plan: await planSending(deps, visit, idOf(request)), files });
    }
    const values = storedDraft(document);
    const problems = { [`name-${values.rows[0]?.key}`]: words.noSigners };
    const accountMessage = visit.account.message;
    return draftPage(visit, { document, values, problems, files, accountMessage });
  });
  action(documentPath(':documentId', '/send'), 'documents.send', async (visit, request) => {
    assertAccess(deps, visit);
    const sent = documentPath(idOf(request), '?done=sent');
    const document = await findOwnDocument(deps, visit, idOf(request));
    if (document.status !== 'PENDING') return sent;
    if (textOf(request.body, 'seen') === seenOf(visit, document)) {
      const seen = draftHash(document);
      await sendDocument(deps, visit, { ...orderOf(visit, request), seen });
      return sent;
    }
    const plan = await planSending(deps, visit, idOf(request));
    return reviewPage(visit, { plan, files: pageFilesOf(request.server), isChanged: true });
  });
}
