import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/domain-error.rules.ts';

interface PageFile {
  readonly contentType: string;
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly body: Buffer;
}

export interface PageFiles {
  /** Changes with the file's content, so browsers may cache it. Also for folders. */
  url(name: string): string;
  /** In the best encoding that `Accept-Encoding` allows; undefined for an unknown file. */
  read(name: string, accepted: string): Promise<PageFile | undefined>;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
};

const ENDINGS = { br: '.br', gzip: '.gz' } as const;

const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

type FileListing = Readonly<Record<string, { version: string; isCompressed: boolean }>>;

function openPageFiles(folder: URL): PageFiles {
  const listing: FileListing = existsSync(new URL('listing.json', folder))
    ? JSON.parse(readFileSync(new URL('listing.json', folder), 'utf8'))
    : {};
  return {
    url(name) {
      const version = listing[name]?.version;
      return version ? `/assets/${name}?v=${version}` : `/assets/${name}`;
    },
    async read(name, accepted) {
      if (!Object.hasOwn(listing, name)) return undefined;
      const encoding = listing[name]?.isCompressed ? bestOf(accepted) : undefined;
      const path = `files/${name}${encoding ? ENDINGS[encoding] : ''}`;
      return { contentType: typeOf(name), encoding, body: await readFile(new URL(path, folder)) };
    },
  };
}

function bestOf(accepted: string): PageFile['encoding'] {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

const FILES = 'pageFiles';

export const pageFilesOf = (app: FastifyInstance): PageFiles => app.getDecorator<PageFiles>(FILES);

export function addPageFiles(app: FastifyInstance, folder: URL): void {
  app.decorate(FILES, openPageFiles(folder));
}

/** Versioned files for a year, others for a day. */
const CACHE_VERSION = 'public, max-age=31536000, immutable';
const CACHE = 'public, max-age=86400';

/** Only the PDF worker may use WebAssembly, to decode scanned pages. */
const WORKER = /\.worker\.[\w.]*mjs$/;
const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

export function assetRoutes(app: FastifyInstance): void {
  const config = { isUncounted: true } as const;
  app.get<{ Params: { '*': string }; Querystring: { v?: string } }>(
    '/assets/*',
    { config },
    async (request, reply) => {
      const name = request.params['*'];
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const file = await pageFilesOf(app).read(name, accepted);
      if (!file) throw new DomainError('not_found', 'There is no such file.');
      if (file.encoding) reply.header('Content-Encoding', file.encoding);
      if (WORKER.test(name)) reply.header('Content-Security-Policy', WORKER_POLICY);
      reply.header('Cache-Control', request.query.v ? CACHE_VERSION : CACHE);
      return reply.type(file.contentType).header('Vary', 'Accept-Encoding').send(file.body);
    },
  );
}
