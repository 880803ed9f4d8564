import type { CreatedDocument, DocumentSummary } from '../../contract/document.ts';
import { stopError } from '../errors/call-errors.ts';
import { EsignError } from '../errors/esign-error.ts';
import { UploadError } from '../errors/usage-errors.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import type { UnsafeCallOptions } from '../http/context.ts';
import { UNSAFE_CALL_OPTIONS } from '../http/context.ts';
import { isCreatedDocument } from '../http/response-shape.ts';
import type { CallContext, Outcome, ResponseInfo } from '../http/run-call.ts';
import type { OptionNames } from '../options/check-options.ts';
import { createdCandidates } from '../recovery/reconcile.ts';
import { evidenceOf } from '../recovery/retrying.ts';
import type { Probe } from '../recovery/settle.ts';
import { settle } from '../recovery/settle.ts';
import { readDocumentPage } from './document-reads.ts';
import type { Upload, UploadSource } from './upload.ts';
import { encodeUpload, readUpload } from './upload.ts';

/** Options of `create`. */
export interface CreateOptions extends UnsafeCallOptions {
  /** Label of the document; defaults to the file's name. */
  readonly name?: string | undefined;
}

/** The names of the options of `create`. */
export const CREATE_OPTIONS: OptionNames<CreateOptions> = { ...UNSAFE_CALL_OPTIONS, name: true };

/** The service's name for a document without one. */
const UNTITLED = 'Untitled document';
const PAGE = 100;
/** Possible difference between two readings of the service's clock: `Date` has whole seconds. */
const TOLERANCE_MS = 2_000;
/** No call or gateway takes longer to create a document. */
const LATEST_MS = 10 * 60 * 1000;

/** The service's time when our clock shows `at`, in milliseconds, by the offset from responses. */
const byService = ({ serviceTime }: CallContext, at: number): number =>
  at + (serviceTime.skewMs ?? 0);

/** Reads the list until a document is older than the create. Responses tell the service's time. */
async function readSince(
  context: CallContext,
  startedAt: number,
): Promise<{ readonly documents: DocumentSummary[]; readonly response: ResponseInfo }> {
  const documents: DocumentSummary[] = [];
  for (let offset = 0; ; ) {
    const { data, response } = await readDocumentPage(context, { limit: PAGE, offset });
    documents.push(...data.documents);
    const last = data.documents.at(-1);
    const from = byService(context, startedAt) - TOLERANCE_MS;
    const isPast = last === undefined || Date.parse(last.createdAt) < from;
    if (isPast || data.documents.length < data.limit) return { documents, response };
    offset += data.limit;
  }
}

/** Looks for the only new document of that name since `startedAt`; two cannot be told apart. */
async function probe(
  context: CallContext,
  name: string,
  startedAt: number,
): Promise<Probe<CreatedDocument>> {
  const { known, clock } = context;
  const { documents, response } = await readSince(context, startedAt);
  const from = byService(context, startedAt) - TOLERANCE_MS;
  const latest = Math.min(clock.now(), startedAt + LATEST_MS);
  const until = byService(context, latest) + TOLERANCE_MS;
  const isOther = (id: string) => known.has(id);
  const matches = createdCandidates(documents, { name, from, until, isOther });
  const found = new Map(matches.map((document) => [document.documentId, document]));
  const [only] = found.values();
  if (only === undefined) return { kind: 'absent' };
  const candidates = [...found.keys()];
  if (known.isContested(name))
    return { kind: 'partial', why: 'another create of that name is unsettled too', candidates };
  if (found.size > 1)
    return { kind: 'foreign', why: 'several new documents have that name', candidates };
  const { documentId, status } = only;
  known.saw([documentId], clock.now());
  return { kind: 'found', data: { documentId, name: only.name, status }, response };
}

function labelOf(asked: string | undefined, filename: string | undefined): string {
  if (asked?.includes('\0')) throw new UploadError('bad_name', 'the name holds a NUL character');
  return asked?.trim() || filename?.trim() || UNTITLED;
}

/** Counts unsettled creates by name: with two, a document in the list may belong to either. */
async function tracked(
  { known, clock }: CallContext,
  name: string,
  create: () => Promise<Outcome<CreatedDocument>>,
): Promise<Outcome<CreatedDocument>> {
  known.beginCreate(name);
  try {
    const created = await create();
    known.created(created.data.documentId, clock.now());
    known.endCreate(name);
    return created;
  } catch (error) {
    if (error instanceof EsignError && evidenceOf(error) === 'not-applied') known.endCreate(name);
    throw error;
  }
}

/** Reads the file within the limit and the signal of the call. */
async function readWithin({ scope }: CallContext, file: UploadSource): Promise<Upload> {
  const { signal } = scope;
  try {
    return await readUpload(file, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw stopError({ operation: 'createDocument', subject: 'reading the file', signal }, false);
  }
}

interface CreateArguments {
  readonly file: UploadSource;
  readonly name?: string | undefined;
  /** When an earlier process started this create, in milliseconds since the epoch. */
  readonly lostAt?: number | undefined;
}

/**
 * Creates once; with `lostAt`, first looks for the document. Throws `UploadError` before sending,
 * the errors of a call, and `OutcomeUnknownError` with candidates.
 */
export async function createAndSettle(
  context: CallContext,
  { file, name: asked, lostAt }: CreateArguments,
): Promise<Outcome<CreatedDocument>> {
  const { bytes, filename } = await readWithin(context, file);
  const name = labelOf(asked, filename);
  const form = await encodeUpload({ bytes, filename: filename ?? 'document.pdf', name });
  const isLost = lostAt !== undefined;
  const startedAt = lostAt ?? context.clock.now();
  const headers = { 'content-type': form.contentType };
  const request = { endpoint: 'createDocument', headers, body: form.body } as const;
  return tracked(context, name, () =>
    settle(context, {
      operation: 'createDocument',
      isLost,
      hint: `look for "${name}" among your latest documents; a duplicate that stays PENDING costs nothing`,
      send: () => callEndpoint(context, request, isCreatedDocument),
      probe: () => probe(context, name, startedAt),
    }),
  );
}
