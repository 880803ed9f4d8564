import type { TransportAnswer } from './transport.ts';

/** The largest JSON answer, and the largest of `client.request`, in bytes. */
export const LARGEST_ANSWER = 64 * 1024 * 1024;
/** How much of a refusal is read, in bytes. */
const LARGEST_REFUSAL = 64 * 1024;

/** Collects a body, giving up the connection at `cap` bytes; false when there was more. */
async function collect(
  answer: TransportAnswer,
  cap: number,
  chunks: Uint8Array[],
): Promise<boolean> {
  let room = cap;
  for await (const chunk of answer.body) {
    chunks.push(chunk.subarray(0, room));
    room -= chunk.byteLength;
    if (room < 0) return false;
  }
  return true;
}

/** A body read up to a cap; `whole` is false when there was more. Throws what the transport throws. */
export async function readBody(
  answer: TransportAnswer,
  cap: number,
): Promise<{ readonly bytes: Buffer; readonly whole: boolean }> {
  const chunks: Uint8Array[] = [];
  const whole = await collect(answer, cap, chunks);
  return { bytes: Buffer.concat(chunks), whole };
}

/** What came of a refusal's body; one that is cut still leaves its status and the part that came. */
export async function readRefusal(answer: TransportAnswer): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  // The status line has said what matters, even where the body breaks off
  await collect(answer, LARGEST_REFUSAL, chunks).catch(() => undefined);
  return Buffer.concat(chunks);
}
