import type { TransportAnswer } from './transport.ts';

/** The largest JSON response, and the largest of `client.request`, in bytes. */
export const LARGEST_RESPONSE = 64 * 1024 * 1024;
const LARGEST_ERROR = 64 * 1024;

/** Collects up to `cap` bytes of a body, then drops the connection; false if there was more. */
async function collect(
  { body }: TransportAnswer,
  cap: number,
  chunks: Uint8Array[],
): Promise<boolean> {
  let left = cap;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.byteLength;
    if (left < 0) return false;
  }
  return true;
}

/** Reads a body up to 64 MiB; `whole` is false if there was more. Throws transport errors. */
export async function readBody(
  response: TransportAnswer,
): Promise<{ readonly bytes: Buffer; readonly whole: boolean }> {
  const chunks: Uint8Array[] = [];
  const whole = await collect(response, LARGEST_RESPONSE, chunks);
  return { bytes: Buffer.concat(chunks), whole };
}

/** Reads the start of an error's body. Keeps what arrived if truncated: the status is enough. */
export async function readErrorBody(response: TransportAnswer): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await collect(response, LARGEST_ERROR, chunks).catch(() => undefined);
  return Buffer.concat(chunks);
}
