import type { IncomingMessage } from 'node:http';

/** Most of an answer's body that is read. */
const ANSWER_BYTES = 16 * 1024;
/** Longest that an answer's body is read, from its headers on. */
const ANSWER_MS = 2000;

/** The beginning of a body. */
export interface Beginning {
  readonly text: string;
  /** True when it went on, or might have. */
  readonly truncated: boolean;
}

/**
 * The beginning of an answer's body, as text. What is longer than 16 KiB or slower than 2 s is cut and its socket
 * destroyed, so that no receiver holds a sender or grows its memory. Never throws: a cut body is what came of it.
 */
export function readBeginning(answer: IncomingMessage): Promise<Beginning> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isOver = false;
    const finish = (): void => {
      // An end is followed by a close.
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const truncated = !answer.complete || bytes > ANSWER_BYTES;
      if (truncated) answer.destroy();
      resolve({ text: textOf(Buffer.concat(chunks).subarray(0, ANSWER_BYTES)), truncated });
    };
    const timer = setTimeout(finish, ANSWER_MS);
    answer.on('data', (chunk: Buffer) => {
      if (bytes < ANSWER_BYTES) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES) finish();
    });
    answer.once('end', finish);
    answer.once('close', finish);
    answer.on('error', finish);
  });
}

/** Databases take no NUL in a text. */
function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\ufffd');
}
