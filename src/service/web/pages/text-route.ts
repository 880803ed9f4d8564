import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { FifoMap } from 'toad-cache';
import type { ServiceDeps } from '../../core/deps.ts';
import type { OpenRevision } from '../../core/documents/open-files.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { findSigningDocument } from '../../core/links/open-link.ts';
import { originOf } from '../kit/request-text.ts';
import { textPath } from './document-card.ts';
import { REVISION_CACHE } from './file-routes.ts';
import { signPath } from './language.ts';
import { sendEnding } from './signing/refusal.ts';
import type { LinkRoute } from './signing/sign-routes.ts';

/** The browser's script asks for as many. */
const PAGES_AT_ONCE = 50;

/** How long, and for how many requests, texts are kept: links are opened again and again. */
const KEPT = { ms: 3_600_000, texts: 40 };

/** @throws {DomainError} `not_found` unless it is the first of so many pages */
function firstPage(from: unknown, { pageCount }: OpenRevision): number {
  const first = /^\d{1,6}$/.test(String(from ?? 1)) ? Number(from ?? 1) : 0;
  if (first % PAGES_AT_ONCE === 1 && first <= pageCount) return first;
  throw new DomainError('not_found', 'There are no such pages.');
}

/** Gzipped, since texts are kept in memory. */
async function readTexts(document: OpenRevision, first: number): Promise<Buffer> {
  const length = Math.min(PAGES_AT_ONCE, document.pageCount - first + 1);
  const pages = await document.readLines(Array.from({ length }, (_, index) => first + index));
  return await promisify<string, Buffer>(gzip)(JSON.stringify({ pages }));
}

/** Reads each page of a revision once: whoever asks again meanwhile gets the same answer. */
function openTexts() {
  const recent = new FifoMap<Promise<Buffer>>(KEPT.texts, KEPT.ms);
  return (document: OpenRevision, first: number): Promise<Buffer> => {
    const key = `${document.file.sha256} ${first}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const texts = readTexts(document, first);
    recent.set(key, texts);
    texts.catch(() => recent.delete(key));
    return texts;
  };
}

/**
 * Sends texts of some pages of a revision, whose path they are below, for search and screen
 * readers: the PDF's own codes often mislead.
 */
export function openTextSender() {
  const textsOf = openTexts();
  return async (reply: FastifyReply, revision: OpenRevision, path: string) => {
    const { query, headers } = reply.request;
    const first = firstPage(Reflect.get(Object(query), 'from'), revision);
    if (Reflect.get(Object(query), 'sha256') !== revision.file.sha256)
      return reply.redirect(`${textPath(path, revision.file)}&from=${first}`, 302);
    const texts = await textsOf(revision, first);
    reply.headers({ 'Cache-Control': REVISION_CACHE, Vary: 'Accept-Encoding' });
    reply.type('application/json; charset=utf-8');
    const accepted = String(headers['accept-encoding'] ?? '');
    if (!/\bgzip\b/.test(accepted)) return reply.send(await promisify(gunzip)(texts));
    return reply.header('Content-Encoding', 'gzip').send(texts);
  };
}

/** The text of the pages. */
export function textRoute(app: FastifyInstance, deps: ServiceDeps): void {
  const sendTexts = openTextSender();
  app.get<LinkRoute>('/sign/:token/text', { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.params;
    const found = await findSigningDocument(deps, token);
    if (!found) return await sendEnding(deps, token, reply);
    await found.recordView(originOf(request, 'visitor'));
    return await sendTexts(reply, found, signPath(token));
  });
}
