import type { IncomingMessage } from 'node:http';

/** A body that was not taken, with the status that says so. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused';
  readonly status: 408 | 413;

  constructor(status: 408 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/** What bounds a body. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Longest that the whole body may take, in milliseconds. */
  readonly bodyTimeoutMs: number;
}

/**
 * The exact bytes of a request's body.
 * @throws {BodyRefused} 413 when there are too many, 408 when they take too long
 * @throws the connection's error when it breaks
 */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const { maxBodyBytes, bodyTimeoutMs } = limits;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    const refuse = (status: 408 | 413, message: string): void =>
      fail(new BodyRefused(status, message));
    const timer = setTimeout(
      () => refuse(408, `the body took longer than ${bodyTimeoutMs} ms`),
      bodyTimeoutMs,
    );
    const tooLarge = (): void => refuse(413, `more than ${maxBodyBytes} bytes`);
    request.on('error', fail);
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return tooLarge();
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) return tooLarge();
      chunks.push(chunk);
    });
    request.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
  });
}
