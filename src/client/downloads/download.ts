import { Readable } from 'node:stream';
import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-classes.ts';
import { ResponseShapeError } from '../errors/call-errors.ts';
import { EsignError } from '../errors/esign-error.ts';
import type { AnswerHeaders } from '../http/transport.ts';
import type { SavedFile, SaveOptions } from './save-file.ts';
import { saveFile } from './save-file.ts';

const QUOTED = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const TOKEN = /;\s*filename\s*=\s*([^\s";]+)/i;
const EXTENDED = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^\s;]+)/i;
const HIDDEN = new RegExp(`[${UNSAFE_OR_INVISIBLE}]`, 'gu');
const LONGEST_NAME_BYTES = 200;

const unescapeBytes = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

function decodeExtended(charset: string, text: string): string | undefined {
  try {
    return charset.toLowerCase() === 'utf-8' ? decodeURIComponent(text) : unescapeBytes(text);
  } catch {
    return undefined;
  }
}

function named(header: string): string | undefined {
  const [, charset, text] = EXTENDED.exec(header) ?? [];
  const extended = charset && text ? decodeExtended(charset, text) : undefined;
  if (extended !== undefined) return extended;
  const quoted = QUOTED.exec(header)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  return TOKEN.exec(header)?.[1];
}

const EXTENSION = '.pdf';

function shortened(stem: string): string {
  let rest = stem;
  while (Buffer.byteLength(rest + EXTENSION) > LONGEST_NAME_BYTES)
    rest = [...rest].slice(0, -1).join('');
  return rest;
}

/**
 * The file name (RFC 6266, RFC 5987), made safe: base name, no control, direction or invisible
 * characters, no leading dots or dashes, `.pdf`, at most 200 bytes; undefined if none is left.
 */
export function dispositionFilename(header: string | undefined): string | undefined {
  const base = (header === undefined ? undefined : named(header))?.split(/[/\\]/).at(-1);
  const stem = base
    ?.replace(HIDDEN, '')
    .trim()
    .replace(/\.pdf$/i, '')
    .replace(/^[\s.-]+|[\s.]+$/g, '');
  return stem === undefined || stem === '' ? undefined : `${shortened(stem)}${EXTENSION}`;
}

/** A response whose body is not read yet. */
export interface OpenBody {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Throws the errors of a call. */
  readonly body: AsyncIterable<Uint8Array>;
  discard(): void;
}

/** The call behind a download. */
export interface DownloadSource {
  readonly operation: string;
  readonly documentId?: string | undefined;
  /** Requests the file again from its first byte. */
  reopen(): Promise<OpenBody>;
  /** Waits before another attempt, or throws the last attempt's error. */
  retryOrThrow(error: unknown, attempt: number): Promise<void>;
  /** Closes the scope of the call. */
  close(): void;
}

/** In bytes; far larger than any signed PDF. */
const LARGEST_DOWNLOAD = 256 * 1024 * 1024;
/** The header and end-of-file marker may be this many bytes from the file's edges. */
const EDGE = 1024;

/** Throws `ResponseShapeError` for a truncated PDF, which HTTP misses without a length. */
async function* checkedPdf(
  { body, status }: OpenBody,
  { operation, documentId }: DownloadSource,
): AsyncGenerator<Uint8Array> {
  const broken = (message: string) =>
    new ResponseShapeError(message, { operation, documentId, status });
  let [size, head, tail] = [0, Buffer.alloc(0), Buffer.alloc(0)];
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (head.byteLength < EDGE) head = Buffer.concat([head, chunk]).subarray(0, EDGE);
    tail = Buffer.concat([tail, chunk.subarray(-EDGE)]).subarray(-EDGE);
    if (size > LARGEST_DOWNLOAD)
      throw broken(`the response is larger than ${LARGEST_DOWNLOAD} bytes`);
    yield chunk;
  }
  if (!head.includes('%PDF-')) throw broken('the response is not a PDF: it has no %PDF- header');
  if (!tail.includes('%%EOF')) throw broken(`the PDF was cut off after ${size} bytes`);
}

/**
 * A PDF whose headers have arrived. Read it once, with `bytes`, `arrayBuffer`, `blob`, `toFile`,
 * `stream`, `webStream` or by iterating, or `cancel` it. A truncated PDF ends in an error.
 */
export class Download implements AsyncIterable<Uint8Array> {
  /** The headers of the response. */
  readonly headers: AnswerHeaders;
  /** The file name that the service suggests, safe to write to; undefined if there is none. */
  readonly filename: string | undefined;
  /** The announced size in bytes; undefined if there is none. */
  readonly contentLength: number | undefined;
  readonly #source: DownloadSource;
  #open: OpenBody | undefined;
  #taken = false;

  constructor(source: DownloadSource, open: OpenBody) {
    this.#source = source;
    this.#open = open;
    this.headers = open.headers;
    this.filename = dispositionFilename(open.headers['content-disposition']);
    const length = Number(open.headers['content-length'] ?? Number.NaN);
    this.contentLength = Number.isSafeInteger(length) ? length : undefined;
  }

  /** Yields the bytes as they arrive. Throws the errors of a call; does not retry. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    this.#take();
    try {
      yield* checkedPdf(await this.#next(), this.#source);
    } finally {
      this.cancel();
    }
  }

  /** The bytes as a Node stream, which ends in an error if the PDF is truncated. */
  stream(): Readable {
    return Readable.from(this, { objectMode: false });
  }

  /** A web stream, for a `Response`; it ends in an error if the PDF is truncated. */
  webStream(): ReadableStream<Uint8Array> {
    const chunks = this[Symbol.asyncIterator]();
    const source = {
      pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => this.cancel(),
    };
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  /** Reads the whole PDF; restarts a broken download within the retries. */
  bytes(): Promise<Buffer> {
    return this.#whole(async (body) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  }

  /** Reads the whole PDF like `bytes`, into an `ArrayBuffer` of exactly its size. */
  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(await this.bytes()).buffer;
  }

  /** Reads the whole PDF like `bytes`, into a `Blob` of type `application/pdf`. */
  async blob(): Promise<Blob> {
    return new Blob([await this.arrayBuffer()], { type: 'application/pdf' });
  }

  /** Writes the whole PDF like `saveFile`; restarts a broken download within the retries. */
  toFile(path: string, options: SaveOptions = {}): Promise<SavedFile> {
    return this.#whole((body) => saveFile(body, path, options));
  }

  /** Drops the rest of the PDF and its connection. */
  cancel(): void {
    this.#taken = true;
    this.#open?.discard();
    this.#open = undefined;
    this.#source.close();
  }

  #take(): void {
    const { operation, documentId } = this.#source;
    if (this.#taken)
      throw new EsignError('the download was already read or cancelled: request it again', {
        operation,
        documentId,
      });
    this.#taken = true;
  }

  async #next(): Promise<OpenBody> {
    this.#open ??= await this.#source.reopen();
    return this.#open;
  }

  async #whole<T>(use: (body: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
    this.#take();
    try {
      for (let attempt = 1; ; attempt += 1) {
        const open = await this.#next();
        try {
          return await use(checkedPdf(open, this.#source));
        } catch (error) {
          open.discard();
          this.#open = undefined;
          await this.#source.retryOrThrow(error, attempt);
        }
      }
    } finally {
      this.cancel();
    }
  }
}
