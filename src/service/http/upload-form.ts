import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { documentNameProblem } from '../../contract/document-name-problem.ts';
import { LIMITS } from '../../contract/limits.ts';
import { withoutUnsafe } from '../../contract/unsafe-characters.ts';
import { DomainError } from '../domain/domain-error.ts';
import type { ServiceDeps } from '../use-cases/deps.ts';
import type { Upload } from '../use-cases/documents/create-document.ts';
import { discardUpload, receiveUpload } from '../use-cases/documents/create-document.ts';
import { watchFilePart } from './part-type.ts';
import { contentOf, formParts, invalidForm } from './read-body.ts';

/** How much of the name field is read, in UTF-8. More than that is always too long a name. */
const NAME_BYTES = (LIMITS.documentNameLength + 1) * 4;

/** A create request; its file is on disk. */
export interface UploadForm {
  readonly upload: Upload;
  /** The file's declared type, in lower case; undefined when its part declares none. */
  readonly mimeType: string | undefined;
  readonly fileName: string | undefined;
  readonly name: string | undefined;
}

type Deps = Pick<ServiceDeps, 'files' | 'quotas'>;
type UploadedFile = Omit<UploadForm, 'name'>;

interface Draft {
  /** True once the head of the file's part has come without a type. */
  readonly isFileUntyped: () => boolean;
  file?: UploadedFile;
  name?: string;
}

const FORM = {
  limits: { fieldSize: NAME_BYTES, fileSize: Number.POSITIVE_INFINITY },
  isPartAFile: (field?: string, _type?: string, fileName?: string) =>
    field === 'file' || fileName !== undefined,
};

/**
 * Derives a document's name from its file name, without folders and control characters; undefined when nothing is left.
 * A long name is truncated rather than refused, since the caller did not choose it as the document's name.
 */
export function cleanFileName(fileName: string | undefined): string | undefined {
  const last = (fileName ?? '').split(/[/\\]/).at(-1) ?? '';
  const words = Array.from(withoutUnsafe(last).replace(/\s+/g, ' ').trim());
  const name = words.slice(0, LIMITS.documentNameLength).join('').trim();
  return /[^. ]/.test(name) ? name : undefined;
}

async function takeFile(deps: Deps, draft: Draft, part: MultipartFile): Promise<void> {
  if (part.fieldname !== 'file') {
    throw invalidForm(`A file came in the field "${part.fieldname}"; send it in the field "file".`);
  }
  if (draft.file) throw invalidForm('There is more than one file; send one.');
  draft.file = {
    upload: await receiveUpload(deps, contentOf(part)),
    mimeType: draft.isFileUntyped() ? undefined : part.mimetype,
    fileName: cleanFileName(part.filename),
  };
}

function takeField(draft: Draft, part: Exclude<Multipart, MultipartFile>): void {
  if (part.fieldname !== 'name') return;
  if (typeof part.value !== 'string') throw invalidForm('name must be text.');
  const name = part.value.trim();
  const problem = documentNameProblem(part.valueTruncated ? part.value : name);
  if (problem) throw invalidForm(`name ${problem}.`);
  draft.name = name;
}

async function readDraft(deps: Deps, draft: Draft, request: FastifyRequest): Promise<UploadForm> {
  for await (const part of formParts(request, FORM)) {
    if (part.type === 'file') await takeFile(deps, draft, part);
    if (part.type === 'field') takeField(draft, part);
  }
  if (!draft.file) throw invalidForm('There is no file; send the PDF in the form field "file".');
  return { ...draft.file, name: draft.name || undefined };
}

/**
 * Reads the form of a create request and streams its file to disk. Fields come in any order; unknown ones are ignored.
 * @throws {DomainError} `invalid_content_type`, `invalid_request` or `file_too_large`, leaving nothing on disk
 * @throws {FilesNearlyFull} likewise
 */
export async function readUploadForm(deps: Deps, request: FastifyRequest): Promise<UploadForm> {
  if (request.mediaType !== 'multipart/form-data') {
    throw new DomainError('invalid_content_type', 'The request must be multipart/form-data.');
  }
  const draft: Draft = { isFileUntyped: watchFilePart(request.raw) };
  try {
    return await readDraft(deps, draft, request);
  } catch (error) {
    if (draft.file) await discardUpload(deps, draft.file.upload);
    throw error;
  }
}
