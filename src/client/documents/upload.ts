import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDF_BYTES } from '../../contract/sdk-limits.ts';
import { UploadError } from '../errors/usage-errors.ts';

/** Bytes that arrive in pieces. */
type ByteStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>;

const MEGABYTE = 1024 * 1024;

/** The file exceeds the largest size. */
const tooLarge = () =>
  new UploadError('too_large', `the file is larger than ${PDF_BYTES / MEGABYTE} MB`);

/** A subject that is longer is not shown, nor its cause, which has it whole. */
const LONGEST_SHOWN = 100;

/** The subject cannot be read, with the system's reason: ` (ENOENT: no such file or directory)`. */
function unreadable(subject: string, cause?: unknown): UploadError {
  const [reason] = /^E[A-Z]+: [^,]+/.exec(cause instanceof Error ? cause.message : '') ?? [];
  const what = `cannot be read${reason === undefined ? '' : ` (${reason})`}`;
  if (subject.length <= LONGEST_SHOWN)
    return new UploadError('unreadable', `${subject} ${what}`, { cause });
  const start = subject.slice(0, LONGEST_SHOWN);
  const advice = 'a string is a path; decode Base64 first';
  return new UploadError('unreadable', `${start}… ${what}: ${advice}`);
}

interface Pieces {
  next(): Promise<IteratorResult<unknown, unknown>>;
  /** Ends the source, even while a piece is awaited. */
  stop(): unknown;
}

/** Only these ways end a stuck source: `return` of its iterator would wait for the next piece. */
function piecesOf(stream: ByteStream): Pieces {
  if ('getReader' in stream) {
    const reader = stream.getReader();
    return { next: () => reader.read(), stop: () => reader.cancel() };
  }
  const pieces = stream[Symbol.asyncIterator]();
  const { destroy } = stream as { readonly destroy?: unknown };
  const stop = () => (typeof destroy === 'function' ? destroy.call(stream) : pieces.return?.());
  return { next: () => pieces.next(), stop };
}

async function collect(pieces: Pieces, subject: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return Buffer.concat(chunks);
    const chunk = typeof value === 'string' ? Buffer.from(value) : value;
    if (!(chunk instanceof Uint8Array))
      throw unreadable(`${subject} yields something other than bytes and`);
    size += chunk.byteLength;
    if (size > PDF_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
}

/** Settles as the promise does, but rejects with the signal's reason as soon as it aborts. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject);
  });
}

/** Reads a stream, up to the largest size; ends it if that fails or the signal aborts. */
async function readStream(
  stream: ByteStream,
  subject: string,
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
  let pieces: Pieces | undefined;
  try {
    pieces = piecesOf(stream);
    return await untilAborted(collect(pieces, subject), signal);
  } catch (cause) {
    Promise.resolve(pieces)
      .then((one) => one?.stop())
      .catch(() => undefined);
    throw signal.aborted || cause instanceof UploadError ? cause : unreadable(subject, cause);
  }
}

/** The bytes of a file, in any common form. */
export type UploadData = Uint8Array | ArrayBuffer | Blob | ByteStream;

/** A PDF to upload: a string is a path, a `URL` a `file:` URL; anything else is the bytes. */
export type UploadSource = string | URL | UploadData | { data: UploadData; name?: string };

/** A PDF in memory, so that it can be sent again, and its file name if known. */
export interface Upload {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly filename: string | undefined;
}

/** Other bytes may precede the header (ISO 32000-1, annex H, note 13). */
const HEADER_WITHIN = 1024;

const isIterable = (value: unknown): value is ByteStream =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function readPath(path: string, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (found.isDirectory()) throw unreadable(`${path} is a folder and`);
  if (found.size > PDF_BYTES) throw tooLarge();
  return readStream(createReadStream(path), path, signal);
}

async function readData(data: UploadData, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  if (data instanceof Uint8Array) return Buffer.from(data);
  if (data instanceof ArrayBuffer) return Buffer.from(data.slice(0));
  if (data instanceof Blob) {
    if (data.size > PDF_BYTES) throw tooLarge();
    return Buffer.from(await data.arrayBuffer());
  }
  if (isIterable(data)) return readStream(data, 'the stream', signal);
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

async function read(source: UploadSource, signal: AbortSignal): Promise<Upload> {
  if (typeof source === 'string')
    return { bytes: await readPath(source, signal), filename: basename(source) };
  if (source instanceof URL) return read(pathOf(source), signal);
  if (typeof source === 'object' && source !== null && 'data' in source)
    return {
      bytes: await readData(source.data, signal),
      filename: nameOf(source) ?? nameOf(source.data),
    };
  return { bytes: await readData(source, signal), filename: nameOf(source) };
}

function check({ bytes, filename }: Upload): void {
  if (bytes.byteLength === 0) throw new UploadError('empty', 'the file is empty');
  if (bytes.byteLength > PDF_BYTES) throw tooLarge();
  if (!bytes.subarray(0, HEADER_WITHIN).includes('%PDF-'))
    throw new UploadError('not_pdf', 'the file is not a PDF: it has no %PDF- header');
  if (filename?.includes('\0'))
    throw new UploadError('bad_name', 'the file name holds a NUL character');
}

/**
 * Throws `UploadError`: empty, over 10 MiB, unreadable, no `%PDF-` header, or NUL in the name; or
 * the signal's reason, as soon as it aborts.
 */
export async function readUpload(source: UploadSource, signal: AbortSignal): Promise<Upload> {
  const upload = await untilAborted(read(source, signal), signal);
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
