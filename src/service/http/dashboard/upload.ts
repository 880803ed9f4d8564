import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { LOGO_LIMITS } from '../../domain/branding/logo.ts';
import { contentOf, formParts } from '../read-body.ts';

/** One byte more than is taken, so that a longer file can be told. */
const FILE_BYTES = LOGO_LIMITS.bytes + 1;

const FORM = {
  limits: { fileSize: FILE_BYTES, files: 1, fields: 10, fieldSize: 1000 },
  throwFileSizeLimit: false,
};

async function bytesOf(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of contentOf(part)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The fields of a form with a file, which is a buffer that ends where it gets too long; the body that was read already for any
 * other form.
 * @throws {DomainError} `invalid_request` when the form is malformed or incomplete
 */
export async function readUpload(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const fields = new Map<string, unknown>();
  for await (const part of formParts(request, FORM)) {
    fields.set(part.fieldname, part.type === 'file' ? await bytesOf(part) : part.value);
  }
  return Object.fromEntries(fields);
}
