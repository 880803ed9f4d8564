import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { documentNameProblem } from '../../../contract/document-name-problem.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import type { Upload } from '../../core/documents/create-document.ts';
import { discardUpload, receiveUpload } from '../../core/documents/create-document.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { watchFilePart } from './part-type.ts';
import { contentOf, formParts, invalidForm } from './read-body.ts';

/** UTF-8 bytes read of the name; a longer one always has too many characters. */
const NAME_BYTES = (LIMITS.documentNameLength + 1) * 4;

/** Its file is on disk. */
export interface UploadForm {
  readonly upload: Upload;
  /** In lower case; undefined when not declared. */
  readonly mimeType: string | undefined;
  readonly fileName: string | undefined;
  readonly name: string | undefined;
}

type Deps = Pick<ServiceDeps, 'files' | 'quotas'>;
type UploadedFile = Omit<UploadForm, 'name'>;

interface Draft {
  /** True once the file's headers have arrived without a type. */
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
 * No folders, no control characters; undefined if nothing is left. Truncates a long name rather
 * than refusing it, since the caller didn't choose it.
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
 * Streams the file to disk. Fields may be in any order; unknown ones are ignored.
 * @throws {DomainError} `invalid_content_type`, `invalid_request` or `file_too_large`, leaving
 * nothing on disk
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
