import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CreatedDocument } from '../../../contract/document.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Admission } from '../../../pdf/admission/refusals.ts';
import { FilesNearlyFull, FileTooLarge } from '../../ports/file-store.ts';
import type { Sender, SenderRequest } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { earlierFact } from '../evidence/earlier-signatures.ts';
import { permit } from '../permissions.rules.ts';
import { assertDraftAllowed, DEFAULT_QUOTAS } from '../quotas.rules.ts';
import type { Document, StoredFile } from './document.rules.ts';

type UploadPlace = Pick<ServiceDeps, 'files' | 'quotas'>;

/** Undefined if uploads are accepted. */
export async function uploadsProblem({
  files,
  quotas = DEFAULT_QUOTAS,
}: UploadPlace): Promise<string | undefined> {
  const { freeDiskPercent } = quotas;
  const share = await files.freeShare();
  if (share === undefined || share * 100 >= freeDiskPercent) return undefined;
  return `less than ${freeDiskPercent} % of the files' volume is free`;
}

/** @throws {FilesNearlyFull} */
async function assertSpace(place: UploadPlace): Promise<void> {
  const problem = await uploadsProblem(place);
  if (problem !== undefined)
    throw new FilesNearlyFull(`No uploads are taken while ${problem}. Try again later.`);
}

/**
 * Before the upload is read; `createDocument` checks again.
 * @throws {DomainError} `invalid_request` for an account with too many drafts
 * @throws {FilesNearlyFull}
 */
export async function admitUpload(
  deps: UploadPlace & Pick<ServiceDeps, 'store'>,
  caller: Sender,
): Promise<void> {
  const accountId = permit(caller, 'documents.send');
  const { account } = caller;
  await assertSpace(deps);
  const use = await deps.store.measureDrafts(accountId);
  assertDraftAllowed(deps.quotas ?? DEFAULT_QUOTAS, { ...use, account }, 1);
}

/** Clients send these when they do not know a file's type, so the bytes decide. */
const UNTYPED = new Set([undefined, 'application/octet-stream']);

/** Why a declared type, in lower case without parameters, is rejected; undefined if it may be. */
function uploadTypeProblem(declared: string | undefined): string | undefined {
  if (declared === 'application/pdf' || UNTYPED.has(declared)) return undefined;
  return `The file was sent as ${declared}; send it as application/pdf, as application/octet-stream, or without a type.`;
}

/** Stored, but not yet a document. */
export interface ReceivedUpload {
  readonly documentId: string;
  readonly stored: StoredFile;
}

/** Checks throughout: many concurrent uploads could fill a volume that had space at their start. */
async function* whileThereIsSpace(
  place: UploadPlace,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    await assertSpace(place);
    yield chunk;
  }
}

/** @throws {DomainError} `file_too_large` over 10 MB; {FilesNearlyFull} at any point */
export async function receiveUpload(
  place: UploadPlace,
  content: AsyncIterable<Buffer>,
): Promise<ReceivedUpload> {
  const { files } = place;
  const documentId = randomUUID();
  const key = `documents/${documentId}/original.pdf`;
  try {
    const bytes = Readable.from(whileThereIsSpace(place, content), { objectMode: false });
    return { documentId, stored: await files.write(key, bytes, { maxBytes: LIMITS.pdfBytes }) };
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    const megabytes = LIMITS.pdfBytes / (1024 * 1024);
    throw new DomainError('file_too_large', `The file is over ${megabytes} MB.`);
  }
}

export async function discardUpload(
  { files }: Pick<ServiceDeps, 'files'>,
  upload: ReceivedUpload,
): Promise<void> {
  await files.remove(upload.stored.key);
}

export interface CreateRequest {
  readonly upload: ReceivedUpload;
  /** In lower case; undefined when not declared. */
  readonly mimeType: string | undefined;
  readonly fileName: string | undefined;
  readonly name: string | undefined;
  readonly origin: Origin;
}

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'pdf' | 'clock' | 'quotas'>;

/**
 * Specification, section 4.1. Removes a refused upload, but keeps one that couldn't be recorded:
 * the failure may have come after the commit.
 * @throws {DomainError} `invalid_file`, with the reason; `invalid_request` with too many drafts
 * @throws {PdfWorkersBusy} when the account has reached a limit; nothing is kept
 */
export async function createDocument(
  deps: Deps,
  caller: Sender,
  request: CreateRequest,
): Promise<CreatedDocument> {
  const accountId = permit(caller, 'documents.send');
  const admitted = await admit(deps, request, accountId);
  const { upload, name, fileName, origin } = request;
  const document: Draft = {
    documentId: upload.documentId,
    accountId,
    name: name?.trim() || fileName?.trim() || 'Untitled document',
    createdAt: deps.clock.now(),
    original: upload.stored,
    pages: admitted.pages,
  };
  const recording = record(deps, { document, admitted }, { caller, origin });
  await recording.catch(async (error) => {
    if (error instanceof DomainError) await discardUpload(deps, upload);
    throw error;
  });
  return { documentId: document.documentId, name: document.name, status: 'PENDING' };
}

async function admit(deps: Deps, request: CreateRequest, owner: string) {
  try {
    return await inspect(deps, request, owner);
  } catch (error) {
    await discardUpload(deps, request.upload);
    throw error;
  }
}

async function inspect({ files, pdf }: Deps, { upload, mimeType }: CreateRequest, owner: string) {
  const problem = uploadTypeProblem(mimeType);
  if (problem) throw new DomainError('invalid_file', problem);
  if (upload.stored.bytes === 0) throw new DomainError('invalid_file', 'The file is empty.');
  const read = (path: string) => pdf.admit(path, { owner });
  const admission = await files.withLocalCopy(upload.stored.key, read);
  if (!admission.ok) throw new DomainError('invalid_file', admission.message);
  return admission;
}

type Admitted = Extract<Admission, { ok: true }>;
type Draft = Pick<
  Document,
  'documentId' | 'accountId' | 'name' | 'createdAt' | 'original' | 'pages'
>;

/** Locks the account, so that two uploads can't both be its last draft. */
async function record(
  deps: Deps,
  { document, admitted }: { readonly document: Draft; readonly admitted: Admitted },
  { caller, origin }: SenderRequest,
) {
  const { store, quotas = DEFAULT_QUOTAS } = deps;
  const { account } = caller;
  const { documentId, accountId, name, original, pages, createdAt: at } = document;
  await store.transaction(async (tx) => {
    await tx.lockAccount(accountId);
    const use = await tx.measureDrafts(accountId);
    assertDraftAllowed(quotas, { ...use, account }, original.bytes);
    await tx.insertDocument({ ...document, status: 'PENDING', updatedAt: at });
    await tx.appendAudit(documentId, [
      { type: 'document.created', at, origin, data: { name, apiKey: caller.keyPrefix } },
      {
        type: 'file.hashed',
        at,
        origin,
        data: {
          sha256: original.sha256,
          bytes: original.bytes,
          pages: pages.length,
          ...(admitted.isUnlocked && { unlocked: true }),
          ...(admitted.isRepaired && { repaired: true }),
          ...(admitted.emptyFields > 0 && { emptyFields: admitted.emptyFields }),
          ...earlierFact(admitted.signatures),
        },
      },
    ]);
  });
}
