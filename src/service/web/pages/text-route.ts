import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { FifoMap } from 'toad-cache';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { SigningDocument } from '../../core/links/open-signing-document.ts';
import { findSigningDocument } from '../../core/links/open-signing-document.ts';
import { originOf } from '../kit/request-text.ts';
import { textPath } from './document-card.ts';
import { REVISION_CACHE } from './file-routes.ts';
import { signPath } from './language.ts';
import { sendEnding } from './signing/refusal.ts';
import type { LinkRoute } from './signing/sign-routes.ts';

/** The browser's script asks for as many. */
const PAGES_AT_ONCE = 50;

/** How long, and for how many requests, texts are kept: links are opened again and again. */
const KEPT = { ms: 3_600_000, texts: 100 };

/** @throws {DomainError} `not_found` unless it is the first of so many pages */
function firstPage(from: string | undefined, { pageCount }: SigningDocument): number {
  const first = /^\d{1,6}$/.test(from ?? '1') ? Number(from ?? 1) : 0;
  if (first % PAGES_AT_ONCE === 1 && first <= pageCount) return first;
  throw new DomainError('not_found', 'There are no such pages.');
}

/** Gzipped, since texts are kept in memory. */
async function readTexts(document: SigningDocument, first: number): Promise<Buffer> {
  const length = Math.min(PAGES_AT_ONCE, document.pageCount - first + 1);
  const pages = await document.readLines(Array.from({ length }, (_, index) => first + index));
  return await promisify<string, Buffer>(gzip)(JSON.stringify({ pages }));
}

/** Reads each page of a revision once: whoever asks again meanwhile gets the same answer. */
function openTexts(): (document: SigningDocument, first: number) => Promise<Buffer> {
  const recent = new FifoMap<Promise<Buffer>>(KEPT.texts, KEPT.ms);
  return (document, first) => {
    const key = `${document.file.sha256} ${first}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const texts = readTexts(document, first);
    recent.set(key, texts);
    texts.catch(() => recent.delete(key));
    return texts;
  };
}

interface TextRoute {
  Params: LinkRoute['Params'];
  Querystring: { sha256?: string; from?: string };
}

/** What the pages say, for search and screen readers: the PDF's own codes often mislead. */
export function textRoute(app: FastifyInstance, deps: ServiceDeps): void {
  const textsOf = openTexts();
  app.get<TextRoute>('/sign/:token/text', { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.params;
    const found = await findSigningDocument(deps, token);
    if (!found) return await sendEnding(deps, token, reply);
    const first = firstPage(request.query.from, found);
    if (request.query.sha256 !== found.file.sha256)
      return reply.redirect(`${textPath(signPath(token), found.file)}&from=${first}`, 302);
    const texts = await textsOf(found, first);
    await found.recordView(originOf(request, 'visitor'));
    reply.headers({ 'Cache-Control': REVISION_CACHE, Vary: 'Accept-Encoding' });
    reply.type('application/json; charset=utf-8');
    const accepted = String(request.headers['accept-encoding'] ?? '');
    if (!/\bgzip\b/.test(accepted)) return reply.send(await promisify(gunzip)(texts));
    return reply.header('Content-Encoding', 'gzip').send(texts);
  });
}
