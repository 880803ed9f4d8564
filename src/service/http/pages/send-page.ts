import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from './language.ts';
import { languageCookie, readerOf } from './language.ts';
import type { Page } from './layout.ts';
import { layOut } from './layout.ts';
import type { PageFiles } from './page-files.ts';

const FILES = 'pageFiles';

/** Gives an app the files that its pages load. */
export function keepPageFiles(app: FastifyInstance, files: PageFiles): void {
  app.decorate(FILES, files);
}

/** The files that an app's pages load. */
export const pageFilesOf = (app: FastifyInstance): PageFiles => app.getDecorator<PageFiles>(FILES);

/** A page as text, in the language of whoever asked. */
export function pageText(request: FastifyRequest, page: (reader: Reader) => Page): string {
  const reader = readerOf(request);
  const canSwitch = request.method === 'GET';
  return layOut(page(reader), { reader, canSwitch, files: pageFilesOf(request.server) });
}

/** Sends a page with the reply's status, compressed where the browser admits it. */
export function sendPage(reply: FastifyReply, page: (reader: Reader) => Page): FastifyReply {
  const { request } = reply;
  const cookie = languageCookie(request);
  if (cookie) reply.header('Set-Cookie', cookie);
  reply.type('text/html; charset=utf-8');
  const text = pageText(request, page);
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(text);
  return reply.header('Content-Encoding', 'gzip').send(gzipSync(text));
}
