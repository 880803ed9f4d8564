import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Largest JSON body accepted, in bytes: many times what six signers with all their placements take. */
export const JSON_BYTES = 1024 * 1024;

/** A parsed body, or what is wrong with it in words. */
export type JsonBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: string };

const refused = (problem: string): JsonBody => ({ ok: false, problem });

/** Undefined when more than `most` bytes arrive; the rest stays unread. */
async function readBytes(message: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Ending the loop early must not destroy the message: its socket carries the answer.
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): JsonBody {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, body: JSON.parse(text) };
  } catch {
    return refused('The body is not valid JSON in UTF-8.');
  }
}

/** Reads and parses a request's body. Nothing is thrown, so that the route can look for the document first. */
export async function readJson(request: FastifyRequest): Promise<JsonBody> {
  if (request.mediaType !== 'application/json') {
    return refused('The body must be JSON, sent with Content-Type: application/json.');
  }
  const bytes = await readBytes(request.raw, JSON_BYTES);
  return bytes ? parse(bytes) : refused(`The body is over ${JSON_BYTES} bytes.`);
}
