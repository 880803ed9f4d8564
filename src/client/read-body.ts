import type { TransportAnswer } from './transport.ts';

/** The largest JSON answer, and the largest of `client.request`, in bytes. */
export const LARGEST_ANSWER = 64 * 1024 * 1024;
/** How much of a refusal is read. */
const LARGEST_REFUSAL = 64 * 1024;

/** A body read up to a cap; `whole` is false when there was more. */
export interface CappedBody {
  readonly bytes: Buffer;
  readonly whole: boolean;
}

/** Collects an answer's body, giving up the connection at `cap` bytes. Throws what the transport throws. */
export async function readBody(answer: TransportAnswer, cap: number): Promise<CappedBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > cap) {
      chunks.push(chunk.subarray(0, chunk.byteLength - (size - cap)));
      return { bytes: Buffer.concat(chunks), whole: false };
    }
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), whole: true };
}

/** What came of a refusal's body; one that is cut still leaves its status and the part that came. */
export async function readRefusal(answer: TransportAnswer): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= LARGEST_REFUSAL) break;
    }
  } catch {
    // The status line has said what matters: the request was refused
  }
  return Buffer.concat(chunks).subarray(0, LARGEST_REFUSAL);
}
