import type { CreatedDocument, DocumentSummary } from '../../contract/document.ts';
import { EsignError, UploadError } from '../errors/esign-error.ts';
import { isCreatedDocument } from '../http/answer-shape.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import type { Context, UnsafeCallOptions } from '../http/context.ts';
import { encodeUpload } from '../http/encode-upload.ts';
import type { Outcome, ResponseInfo } from '../http/perform.ts';
import type { Running } from '../http/run-call.ts';
import { evidenceOf } from '../recovery/evidence.ts';
import type { LostCreate } from '../recovery/reconcile.ts';
import { createdCandidates } from '../recovery/reconcile.ts';
import type { Settlement } from '../recovery/settle.ts';
import { settle, settleLost } from '../recovery/settle.ts';
import { readDocumentPage } from './read-document.ts';
import type { UploadSource } from './read-upload.ts';
import { readUpload } from './read-upload.ts';

/** What create takes beside the file. */
export interface CreateOptions extends UnsafeCallOptions {
  /** Label of the document; the file's name otherwise. */
  readonly name?: string | undefined;
}

/** What the service calls a document that comes without any name. */
const UNTITLED = 'Untitled document';
const PAGE = 100;
/** How far two readings of the service's clock may lie apart: its `Date` is told to the second. */
const TOLERANCE_MS = 2_000;
/** How long after its beginning a create may still make its document: no call and no gateway takes longer. */
const LATEST_MS = 10 * 60 * 1000;

/** Learns the service's time and what exists already, unless an earlier answer told; what is lost may be among it. */
async function learnBaseline(running: Running, isLost: boolean): Promise<void> {
  const { serviceTime, known, clock } = running.context;
  if (serviceTime.skewMs !== undefined) return;
  const { data } = await readDocumentPage(running, { limit: PAGE });
  if (isLost) return;
  known.saw(
    data.documents.map((document) => document.documentId),
    clock.now(),
  );
}

/** A walk through the list that ends at what is older than the request. */
async function readSince(
  running: Running,
  from: number,
): Promise<{ readonly documents: DocumentSummary[]; readonly response: ResponseInfo }> {
  const documents: DocumentSummary[] = [];
  for (let offset = 0; ; ) {
    const { data, response } = await readDocumentPage(running, { limit: PAGE, offset });
    documents.push(...data.documents);
    const last = data.documents.at(-1);
    const reached = last === undefined || Date.parse(last.createdAt) < from;
    if (reached || data.documents.length < data.limit) return { documents, response };
    offset += data.limit;
  }
}

const isOnce = (document: DocumentSummary, index: number, all: readonly DocumentSummary[]) =>
  all.findIndex((other) => other.documentId === document.documentId) === index;

function lookFor(
  running: Running,
  name: string,
  startedAt: number,
): Settlement<CreatedDocument>['look'] {
  const { serviceTime, known, clock } = running.context;
  return async () => {
    const skew = serviceTime.skewMs ?? 0;
    const from = startedAt + skew - TOLERANCE_MS;
    const { documents, response } = await readSince(running, from);
    const until = Math.min(clock.now(), startedAt + LATEST_MS) + skew + TOLERANCE_MS;
    const lost: LostCreate = { name, from, until, isOther: (id) => known.has(id) };
    const found = createdCandidates(documents, lost).filter(isOnce);
    const [only] = found;
    if (only === undefined) return { kind: 'absent' };
    const candidates = found.map((document) => document.documentId);
    if (known.isContested(name))
      return { kind: 'partial', why: 'another create of that name is in doubt too', candidates };
    if (found.length > 1)
      return { kind: 'foreign', why: 'several new documents bear that name', candidates };
    const { documentId, status } = only;
    known.saw([documentId], clock.now());
    return { kind: 'found', data: { documentId, name: only.name, status }, response };
  };
}

function labelOf(asked: string | undefined, filename: string | undefined): string {
  if (asked?.includes('\0')) throw new UploadError('bad_name', 'the name holds a NUL');
  return asked?.trim() || filename?.trim() || UNTITLED;
}

/** Keeps the creates of one name apart: while two are under way, a document in the list may be that of either. */
async function counted(
  { known, clock }: Context,
  name: string,
  create: () => Promise<Outcome<CreatedDocument>>,
): Promise<Outcome<CreatedDocument>> {
  known.begins(name);
  try {
    const created = await create();
    known.created(created.data.documentId, clock.now());
    known.isSettled(name);
    return created;
  } catch (error) {
    if (error instanceof EsignError && evidenceOf(error) === 'not-applied') known.isSettled(name);
    throw error;
  }
}

/** What is created. */
interface CreateArguments {
  readonly file: UploadSource;
  readonly name?: string | undefined;
  /** When an earlier process began this create, in milliseconds since the epoch. */
  readonly lostAt?: number | undefined;
}

/**
 * POST of a PDF, one document for one call: a doubtful outcome is settled by looking for the one new document of that
 * name. Throws `UploadError` before sending, the errors of a call, and `OutcomeUnknownError` with candidates.
 */
export async function createDocument(
  running: Running,
  { file, name: asked, lostAt }: CreateArguments,
): Promise<Outcome<CreatedDocument>> {
  const { bytes, filename } = await readUpload(file);
  const name = labelOf(asked, filename);
  const form = await encodeUpload({ bytes, filename: filename ?? 'document.pdf', name });
  const isLost = lostAt !== undefined;
  await learnBaseline(running, isLost);
  const request = {
    endpoint: 'createDocument',
    headers: { 'content-type': form.contentType },
    body: form.body,
  } as const;
  return counted(running.context, name, () =>
    (isLost ? settleLost : settle)(running, {
      operation: 'createDocument',
      hint: `look for "${name}" among your latest documents; one too many stays PENDING and costs nothing`,
      send: () => callEndpoint(running, request, isCreatedDocument),
      look: lookFor(running, name, lostAt ?? running.context.clock.now()),
    }),
  );
}
