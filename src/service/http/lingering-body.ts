import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** How long, and for how many bytes, an answer waits for a request that is still being sent. */
const LINGER_MS = 2000;
const LINGER_BYTES = 16 * 1024 * 1024;

/** True while a part of the request's body has not arrived; such a connection cannot be used again. */
export const isStillArriving = (message: IncomingMessage): boolean => message.complete === false;

/**
 * An answer that is sent whole at once and ends a moment later: closing a connection on a client that is still
 * sending would reset it, and take the answer away before it is read (RFC 9112, section 9.6).
 */
export function lingeringBody(text: string, message: IncomingMessage): Readable {
  const body = new Readable({ read() {} });
  let drained = 0;
  const end = () => {
    clearTimeout(timer);
    message.off('data', count).off('end', end).off('close', end);
    if (!body.readableEnded && !body.destroyed) body.push(null);
  };
  const count = (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > LINGER_BYTES) end();
  };
  const timer = setTimeout(end, LINGER_MS);
  body.push(text);
  message.on('data', count).on('end', end).on('close', end).resume();
  body.once('close', end);
  return body;
}
