import { PDF_BYTES } from '../../contract/sdk-limits.ts';
import { UploadError } from '../errors/usage-errors.ts';

/** Bytes that arrive in pieces. */
export type ByteStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>;

const MEGABYTE = 1024 * 1024;

/** The file exceeds the largest size. */
export const tooLarge = () =>
  new UploadError('too_large', `the file is larger than ${PDF_BYTES / MEGABYTE} MB`);

/** A subject that is longer is not shown, nor its cause, which has it whole. */
const LONGEST_SHOWN = 100;

/** The subject cannot be read, with the system's reason: ` (ENOENT: no such file or directory)`. */
export function unreadable(subject: string, cause?: unknown): UploadError {
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
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject);
  });
}

/** Reads a stream, up to the largest size; ends it if that fails or the signal aborts. */
export async function readStream(
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
