import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '../../contract/limits.ts';
import { UploadError } from '../errors/usage-errors.ts';

/** The bytes of a file, in any common form. */
export type UploadData =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | AsyncIterable<Uint8Array | string>
  | ReadableStream<Uint8Array>;

/** A PDF to upload: a string is a path, a `URL` a `file:` URL; anything else is the bytes. */
export type UploadSource = string | URL | UploadData | { data: UploadData; name?: string };

/** A PDF in memory, so that it can be sent again, and its file name if known. */
export interface Upload {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly filename: string | undefined;
}

/** Other bytes may precede the header (ISO 32000-1, annex H, note 13). */
const HEADER_WITHIN = 1024;

const MEGABYTE = 1024 * 1024;
const tooLarge = () =>
  new UploadError('too_large', `the file is larger than ${LIMITS.pdfBytes / MEGABYTE} MB`);
const unreadable = (subject: string, cause?: unknown) =>
  new UploadError('unreadable', `${subject} cannot be read`, { cause });

const isIterable = (value: unknown): value is AsyncIterable<Uint8Array | string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

function joined(chunks: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function readStream(
  stream: AsyncIterable<Uint8Array | string>,
  subject: string,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of stream) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      if (!(chunk instanceof Uint8Array))
        throw unreadable(`${subject} yields something other than bytes and`);
      size += chunk.byteLength;
      if (size > LIMITS.pdfBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof UploadError ? cause : unreadable(subject, cause);
  }
  return joined(chunks);
}

async function readPath(path: string): Promise<Buffer<ArrayBuffer>> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (found.isDirectory()) throw unreadable(`${path} is a folder and`);
  if (found.size > LIMITS.pdfBytes) throw tooLarge();
  return readStream(createReadStream(path), path);
}

async function readData(data: UploadData): Promise<Buffer<ArrayBuffer>> {
  if (data instanceof Uint8Array) return joined([data]);
  if (data instanceof ArrayBuffer) return joined([new Uint8Array(data)]);
  if (data instanceof Blob) {
    if (data.size > LIMITS.pdfBytes) throw tooLarge();
    return joined([new Uint8Array(await data.arrayBuffer())]);
  }
  if (isIterable(data)) return readStream(data, 'the stream');
  throw unreadable('the argument is not a file and');
}

function pathOf(url: URL): string {
  if (url.protocol === 'file:') return fileURLToPath(url);
  throw unreadable(`a ${url.protocol} URL is not a file and`);
}

const nameOf = (data: unknown): string | undefined => {
  if (typeof data !== 'object' || data === null || !('name' in data)) return undefined;
  return typeof data.name === 'string' && data.name !== '' ? data.name : undefined;
};

async function read(source: UploadSource): Promise<Upload> {
  if (typeof source === 'string')
    return { bytes: await readPath(source), filename: basename(source) };
  if (source instanceof URL) return read(pathOf(source));
  if (typeof source === 'object' && source !== null && 'data' in source)
    return { bytes: await readData(source.data), filename: nameOf(source) ?? nameOf(source.data) };
  return { bytes: await readData(source), filename: nameOf(source) };
}

function check({ bytes, filename }: Upload): void {
  if (bytes.byteLength === 0) throw new UploadError('empty', 'the file is empty');
  if (bytes.byteLength > LIMITS.pdfBytes) throw tooLarge();
  if (!bytes.subarray(0, HEADER_WITHIN).includes('%PDF-'))
    throw new UploadError('not_pdf', 'the file is not a PDF: it has no %PDF- header');
  if (filename?.includes('\0'))
    throw new UploadError('bad_name', 'the file name holds a NUL character');
}

/** Throws `UploadError`: empty, over 10 MiB, unreadable, no `%PDF-` header, or NUL in the name. */
export async function readUpload(source: UploadSource): Promise<Upload> {
  const upload = await read(source);
  check(upload);
  return upload;
}

/** Encodes multipart/form-data; the platform escapes quotes and line breaks in names. */
export async function encodeUpload(form: {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly filename: string;
  readonly name: string;
}): Promise<{ readonly contentType: string; readonly body: Buffer }> {
  const parts = new FormData();
  parts.append('name', form.name);
  parts.append('file', new Blob([form.bytes], { type: 'application/pdf' }), form.filename);
  const encoded = new Response(parts);
  const contentType = encoded.headers.get('content-type') ?? 'multipart/form-data';
  return { contentType, body: Buffer.from(await encoded.arrayBuffer()) };
}
