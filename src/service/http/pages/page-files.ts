import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A file as it is sent. */
interface PageFile {
  readonly contentType: string;
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly body: Buffer;
}

/** The files that pages load, as the build wrote them. */
export interface PageFiles {
  /** The address of a file or folder; it changes with a file's content, so that browsers may keep it. */
  url(name: string): string;
  /** A file in the best form that an `Accept-Encoding` admits; undefined when there is none of this name. */
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

interface Listing {
  /** By name: the content's version, and whether compressed forms lie beside it. */
  readonly [name: string]: { readonly version: string; readonly isCompressed: boolean };
}

/** Opens the folder that the build wrote for pages. */
export function openPageFiles(folder: URL): PageFiles {
  const listing: Listing = existsSync(new URL('listing.json', folder))
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
