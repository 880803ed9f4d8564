import type { Refusal } from './refuse-delivery.ts';

/** What bounds a delivery's body. */
export interface BodyBounds {
  readonly maxBodyBytes: number;
  /** Longest that the whole body may take, in milliseconds. */
  readonly bodyTimeoutMs: number;
}

/** A body that was not taken, with the status that says so. */
export class BodyRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

async function collect(chunks: AsyncIterator<Uint8Array>, maxBodyBytes: number): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  let bytes = 0;
  // No for-await: leaving it early destroys the connection, and the refusal with it
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    bytes += next.value.byteLength;
    if (bytes > maxBodyBytes) {
      throw new BodyRefused({ status: 413, message: `more than ${maxBodyBytes} bytes` });
    }
    taken.push(next.value);
  }
  return Buffer.concat(taken);
}

/**
 * The exact bytes of a body that comes in pieces.
 * @throws {BodyRefused} 413 when there are too many, 408 when they take too long
 * @throws the stream's error when it breaks
 */
export async function boundedBody(
  body: AsyncIterable<Uint8Array>,
  { maxBodyBytes, bodyTimeoutMs }: BodyBounds,
): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `the body took longer than ${bodyTimeoutMs} ms`;
    timer = setTimeout(() => reject(new BodyRefused({ status: 408, message })), bodyTimeoutMs);
  });
  try {
    return await Promise.race([collect(body[Symbol.asyncIterator](), maxBodyBytes), late]);
  } finally {
    clearTimeout(timer);
  }
}
