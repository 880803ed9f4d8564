import type { FastifyReply } from 'fastify';
import type { SigningDocument } from '../../../use-cases/links/open-signing-document.ts';
import { readRange } from '../../byte-range.ts';
import { contentDisposition } from '../../content-disposition.ts';

/** Browsers' own PDF viewers need inline styles and embed the file. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

/** The address holds the hash, so its content never changes; an hour covers another attempt to sign. */
const CACHE = 'private, max-age=3600, immutable';

const NOT_MODIFIED = 304;
const PARTIAL = 206;
const UNSATISFIABLE = 416;

/** Sends a revision whole, or the one range that the request asks for (RFC 9110, section 14). */
export async function sendRevision(
  reply: FastifyReply,
  { file, fileName, open }: SigningDocument,
): Promise<FastifyReply> {
  const { method, headers } = reply.request;
  const tag = `"${file.sha256}"`;
  reply.headers({ ETag: tag, 'Accept-Ranges': 'bytes', 'Cache-Control': CACHE });
  if (headers['if-none-match']?.includes(tag)) return reply.code(NOT_MODIFIED).send();
  const isRanged = method === 'GET' && (headers['if-range'] ?? tag) === tag;
  const range = isRanged ? readRange(headers.range, file.bytes) : undefined;
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${file.bytes}`).header('Cache-Control', 'no-store');
    return reply.code(UNSATISFIABLE).send();
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) reply.code(PARTIAL).header('Content-Range', `bytes ${start}-${end}/${file.bytes}`);
  reply.type('application/pdf').header('Content-Length', end - start + 1);
  reply.header('Content-Disposition', contentDisposition(fileName, 'inline'));
  reply.header('Content-Security-Policy', PDF_POLICY);
  return reply.send(await open(range));
}
