import { Readable } from 'node:stream';
import { EsignError } from '../errors/esign-error.ts';
import type { OpenBody } from '../http/open-body.ts';
import type { AnswerHeaders } from '../http/transport.ts';
import { checkedPdf } from './checked-pdf.ts';
import { dispositionFilename } from './disposition-filename.ts';
import type { SavedFile, SaveOptions } from './save-file.ts';
import { saveFile } from './save-file.ts';

/** Where a download comes from, and how it is begun again. */
export interface DownloadSource {
  readonly operation: string;
  readonly documentId?: string | undefined;
  /** Asks for the file again from its first byte. */
  reopen(): Promise<OpenBody>;
  /** Waits for another try after a failure, or throws the failure. */
  retryOrThrow(error: unknown, attempt: number): Promise<void>;
  /** Removes the limits and listeners of the whole call. */
  close(): void;
}

/**
 * A PDF on its way: its headers have come, its bytes are read once, by one of `bytes`, `toFile`, `stream` or iterating;
 * what is not read is given up with `cancel`. A PDF that is cut ends in an error, however it was cut.
 */
export class Download implements AsyncIterable<Uint8Array> {
  readonly headers: AnswerHeaders;
  /** The name that the service gives the file, safe to write; undefined when it gives none. */
  readonly filename: string | undefined;
  /** Announced size in bytes, when there is one. */
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

  /** The bytes as they come. Throws the errors of a call; a failure in the middle is not tried again. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    this.#take();
    try {
      yield* this.#checked(await this.#next());
    } finally {
      this.cancel();
    }
  }

  /** The bytes as a Node stream, which ends in an error when the PDF is cut. */
  stream(): Readable {
    return Readable.from(this, { objectMode: false });
  }

  /** The whole PDF; a broken download is begun again as often as retries allow. */
  bytes(): Promise<Buffer> {
    return this.#whole(async (body) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  }

  /** Writes the whole PDF as `saveFile` does; a broken download is begun again as often as retries allow. */
  toFile(path: string, options: SaveOptions = {}): Promise<SavedFile> {
    return this.#whole((body) => saveFile(body, path, options));
  }

  /** Gives up what was not read, and its connection. */
  cancel(): void {
    this.#taken = true;
    this.#open?.discard();
    this.#open = undefined;
    this.#source.close();
  }

  #take(): void {
    const { operation, documentId } = this.#source;
    if (this.#taken)
      throw new EsignError('the download was read or given up already: ask for it again', {
        operation,
        documentId,
      });
    this.#taken = true;
  }

  async #next(): Promise<OpenBody> {
    this.#open ??= await this.#source.reopen();
    return this.#open;
  }

  #checked({ body, status }: OpenBody): AsyncIterable<Uint8Array> {
    const { operation, documentId } = this.#source;
    return checkedPdf(body, { operation, documentId, status });
  }

  async #whole<T>(use: (body: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
    this.#take();
    try {
      for (let attempt = 1; ; attempt += 1) {
        const open = await this.#next();
        try {
          return await use(this.#checked(open));
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
