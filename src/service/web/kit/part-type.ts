import type { IncomingMessage } from 'node:http';
import { Dicer } from '@fastify/busboy';

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;
/** In bytes; the parser's limit. RFC 2046 allows 70 (section 5.1.1). */
const BOUNDARY_BYTES = 252;
const FILE_FIELD = /;\s*name=(?:"file"|file)\s*(?:;|$)/i;

/** By lower-case name. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

const isFilePart = (headers: PartHeaders): boolean =>
  FILE_FIELD.test(headers['content-disposition']?.[0] ?? '');

/** Whether a part declares no type, or an empty one. */
export const isUntyped = (headers: PartHeaders): boolean =>
  (headers['content-type']?.[0] ?? '').trim() === '';

/**
 * Reads a form beside its parser, which takes an untyped part for `text/plain` (RFC 7578, 4.4). The
 * returned function is true once the headers of the first part named `file` lack a type.
 */
export function watchFilePart(message: IncomingMessage): () => boolean {
  const [, quoted, bare] = BOUNDARY.exec(message.headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? bare;
  let isFileUntyped: boolean | undefined;
  if (boundary === undefined || Buffer.byteLength(boundary) > BOUNDARY_BYTES) return () => false;
  // Parts of any size pass immediately: lagging behind the parser would answer too late.
  const options = { boundary, partHwm: Number.MAX_SAFE_INTEGER };
  const heads = new Dicer(options);
  heads.on('part', (part) => {
    part.on('header', (headers: object) => {
      const found = headers as PartHeaders;
      if (!isFilePart(found)) return;
      isFileUntyped ??= isUntyped(found);
      message.unpipe(heads);
    });
    part.on('error', () => undefined);
    part.resume();
  });
  heads.on('error', () => message.unpipe(heads));
  message.pipe(heads);
  return () => isFileUntyped ?? false;
}
