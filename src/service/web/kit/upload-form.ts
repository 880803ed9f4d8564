import type { IncomingMessage } from 'node:http';
import { Dicer } from '@fastify/busboy';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { documentNameProblem } from '../../../contract/document.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import type { ReceivedUpload } from '../../core/documents/create-document.ts';
import { discardUpload, receiveUpload } from '../../core/documents/create-document.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { contentOf, ForeignForm, formParts, invalidForm } from './read-body.ts';

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;
/** In bytes; the parser's limit. RFC 2046 allows 70 (section 5.1.1). */
const BOUNDARY_BYTES = 252;
const FILE_FIELD = /;\s*name=(?:"file"|file)\s*(?:;|$)/i;

/** By lower-case name. */
type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

const isFilePart = (headers: PartHeaders): boolean =>
  FILE_FIELD.test(headers['content-disposition']?.[0] ?? '');

/** Whether a part declares no type, or an empty one. */
export const isUntyped = (headers: PartHeaders): boolean =>
  (headers['content-type']?.[0] ?? '').trim() === '';

/**
 * Reads a form beside its parser, which takes an untyped part for `text/plain` (RFC 7578, 4.4). The
 * returned function is true once the headers of the first part named `file` lack a type.
 */
export function watchFilePart(message: IncomingMessage): () => boolean {
  const [, quoted, bare] = BOUNDARY.exec(message.headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? bare;
  let isFileUntyped: boolean | undefined;
  if (boundary === undefined || Buffer.byteLength(boundary) > BOUNDARY_BYTES) return () => false;
  // Parts of any size pass immediately: lagging behind the parser would answer too late.
  const options = { boundary, partHwm: Number.MAX_SAFE_INTEGER };
  const heads = new Dicer(options);
  heads.on('part', (part) => {
    part.on('header', (headers: object) => {
      const found = headers as PartHeaders;
      if (!isFilePart(found)) return;
      isFileUntyped ??= isUntyped(found);
      message.unpipe(heads);
    });
    part.on('error', () => undefined);
    part.resume();
  });
  heads.on('error', () => message.unpipe(heads));
  message.pipe(heads);
  return () => isFileUntyped ?? false;
}

/** UTF-8 bytes read of the name; a longer one always has too many characters. */
const NAME_BYTES = (LIMITS.documentNameLength + 1) * 4;

/** Its file is on disk. */
export interface UploadForm {
  readonly upload: ReceivedUpload;
  /** In lower case; undefined when not declared. */
  readonly mimeType: string | undefined;
  readonly fileName: string | undefined;
  readonly name: string | undefined;
}

type Deps = Pick<ServiceDeps, 'files' | 'quotas'>;
type UploadedFile = Omit<UploadForm, 'name'>;

interface Draft {
  readonly proof: FormProof | undefined;
  /** True once the file's headers have arrived without a type. */
  readonly isFileUntyped: () => boolean;
  file?: UploadedFile;
  name?: string;
  isOwn: boolean;
}

/** The field of a page's form that has to come before its file. */
export interface FormProof {
  readonly field: string;
  isOwn(value: string): boolean;
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
  if (!draft.isOwn) throw new ForeignForm();
  draft.file = {
    upload: await receiveUpload(deps, contentOf(part)),
    mimeType: draft.isFileUntyped() ? undefined : part.mimetype,
    fileName: cleanFileName(part.filename),
  };
}

function takeField(draft: Draft, part: Exclude<Multipart, MultipartFile>): void {
  const { proof } = draft;
  // A part may have no name.
  if (proof && part.fieldname === proof.field) draft.isOwn = proof.isOwn(String(part.value));
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
 * Streams the file to disk. Fields may be in any order, but for `proof`; unknown ones are ignored.
 * @throws {DomainError} `invalid_content_type`, `invalid_request` or `file_too_large`, leaving
 * nothing on disk
 * @throws {FilesNearlyFull} likewise
 * @throws {ForeignForm} likewise, without `proof` before the file
 */
export async function readUploadForm(
  deps: Deps,
  request: FastifyRequest,
  proof?: FormProof,
): Promise<UploadForm> {
  if (request.mediaType !== 'multipart/form-data') {
    throw new DomainError('invalid_content_type', 'The request must be multipart/form-data.');
  }
  const isFileUntyped = watchFilePart(request.raw);
  const draft: Draft = { proof, isFileUntyped, isOwn: proof === undefined };
  try {
    return await readDraft(deps, draft, request);
  } catch (error) {
    if (draft.file) await discardUpload(deps, draft.file.upload);
    throw error;
  }
}
