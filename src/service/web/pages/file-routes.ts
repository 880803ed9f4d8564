import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServiceDeps } from '../../core/deps.ts';
import type { OpenedDownload } from '../../core/documents/open-files.ts';
import { findDownload, openDownload } from '../../core/documents/open-files.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { SigningDocument } from '../../core/links/open-link.ts';
import { findSigningDocument, readView } from '../../core/links/open-link.ts';
import { contentDisposition, readRange } from '../kit/file-headers.ts';
import { originOf } from '../kit/request-text.ts';
import { documentPath } from './document-card.ts';
import { signPath } from './language.ts';
import { sendPage } from './layout.ts';
import { sendNotice } from './notice-page.ts';
import { endedPage } from './signing/ended-page.ts';
import { GONE, sendEnding } from './signing/refusal.ts';
import type { LinkRoute } from './signing/sign-routes.ts';

/** Browsers' PDF viewers need inline styles, and embed the file. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

/** The address has the hash: its content never changes. An hour covers another attempt. */
export const REVISION_CACHE = 'private, max-age=3600, immutable';

const NOT_MODIFIED = 304;
const PARTIAL = 206;
const UNSATISFIABLE = 416;

/** Sends the whole revision, or the one requested range (RFC 9110, section 14). */
export async function sendRevision(
  reply: FastifyReply,
  { file, fileName, open }: Pick<SigningDocument, 'file' | 'fileName' | 'open'>,
): Promise<FastifyReply> {
  const { method, headers } = reply.request;
  const tag = `"${file.sha256}"`;
  reply.headers({ ETag: tag, 'Accept-Ranges': 'bytes', 'Cache-Control': REVISION_CACHE });
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

interface FileRoute {
  Params: LinkRoute['Params'];
  Querystring: { sha256?: string };
}

/** The PDF, its page sizes, a fresh download link, and the download itself. */
export function documentRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<FileRoute>('/sign/:token/document.pdf', async (request, reply) => {
    const { token } = request.params;
    const found = await findSigningDocument(deps, token);
    if (!found) return await sendEnding(deps, token, reply);
    if (request.query.sha256 !== found.file.sha256)
      return reply.redirect(documentPath(signPath(token), found.file), 302);
    if (request.method === 'GET') await found.recordView(originOf(request, 'visitor'));
    return await sendRevision(reply, found);
  });
  app.get<LinkRoute>('/sign/:token/pages', async (request) => {
    const { token } = request.params;
    const view = await readView(deps, token);
    if (!view) throw new DomainError('not_found', 'There is no such link.');
    return {
      sheets: view.sheets.map(({ width, height }) => [width, height]),
      places: view.places,
      pdf: documentPath(signPath(token), view.revision),
      bytes: view.revision.bytes,
    };
  });
  app.get<LinkRoute>('/sign/:token/download', async (request, reply) => {
    const { token } = request.params;
    const view = await readView(deps, token);
    if (!view) return await sendEnding(deps, token, reply);
    return reply.redirect(view.downloadUrl ?? signPath(token), 303);
  });
  downloadRoutes(app, deps);
}

/** The signed PDF behind a temporary link. HEAD requests don't count as downloads. */
function downloadRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  const path = '/download/:token';
  app.get<LinkRoute>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const found = await findDownload(deps, request.params.token);
    if (typeof found === 'string') return sendMissing(reply, found);
    const stream = await openDownload(deps, found, originOf(request, 'link'));
    return describe(reply, found).send(stream);
  });
  app.head<LinkRoute>(path, async (request, reply) => {
    const found = await findDownload(deps, request.params.token);
    return typeof found === 'string' ? sendMissing(reply, found) : describe(reply, found).send();
  });
}

function sendMissing(reply: FastifyReply, reason: 'unknown' | 'expired' | 'removed'): FastifyReply {
  if (reason === 'unknown') return sendNotice(reply.code(404), 'unknown-download');
  if (reason === 'expired') return sendNotice(reply.code(GONE), 'expired-link');
  return sendPage(reply.code(GONE), endedPage({ ending: { state: 'removed' } }));
}

function describe(reply: FastifyReply, { file, fileName }: OpenedDownload): FastifyReply {
  reply.header('Content-Length', file.bytes);
  reply.header('Content-Disposition', contentDisposition(fileName));
  return reply.type('application/pdf');
}
