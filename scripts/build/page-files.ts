import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import { TOKENS_CSS } from '../../src/html/tokens.ts';
import { noteLicences } from './notices.ts';
import { ROOT } from './paths.ts';

const SOURCES = `${ROOT}src/service/web/pages/browser`;
const OWN = ['poll.ts', 'retry.ts', 'scripted.ts', 'submit.ts', 'viewer.ts', 'style.css'];
const DASHBOARD = `${ROOT}src/service/web/dashboard/browser`;
const OF_DASHBOARD = ['colour.ts', 'copy.ts', 'dashboard.css', 'draft.ts', 'once.ts', 'passkey.ts'];

/** The document renderer: its build for older browsers, and files that it fetches on demand. */
const ENGINE = ['legacy/build/pdf.min.mjs', 'legacy/build/pdf.worker.min.mjs'];
const ENGINE_FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
/** No current browser requests it. */
const UNUSED = /openjpeg_nowasm_fallback/;

/** Keeps modification times, by which `compress` recognises changed files. */
const KEPT = { preserveTimestamps: true };
const COMPRESSED = new Set(['.css', '.js', '.mjs', '.svg', '.ttf', '.wasm']);
const VERSION_LENGTH = 12;

/** Lets style sheets import the colours and sizes that all pages and mails share. */
export const tokens: Plugin = {
  name: 'tokens',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^tokens$/ }, ({ path }) => ({ path, namespace: 'tokens' }));
    onLoad({ filter: /^/, namespace: 'tokens' }, () => ({ contents: TOKENS_CSS, loader: 'css' }));
  },
};

/** Writes the styles, the mark and the scripts of our pages into a folder. */
export async function buildOwnPageFiles(folder: string): Promise<void> {
  await build({
    entryPoints: Object.fromEntries(
      [
        ...OWN.map((name) => `${SOURCES}/${name}`),
        ...OF_DASHBOARD.map((name) => `${DASHBOARD}/${name}`),
      ].map((path) => [basename(path, extname(path)), path]),
    ),
    outdir: `${folder}/files`,
    plugins: [tokens],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
    logLevel: 'warning',
  });
  await cp(`${SOURCES}/icon.svg`, `${folder}/files/icon.svg`);
  await listFiles(folder);
}

/** Writes all that signers' pages load, with compressed forms beside it. */
export async function buildPageFiles(folder: string): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const engine = dirname(manifest);
  const into = `${folder}/files/pdfjs`;
  await mkdir(into, { recursive: true });
  for (const file of ENGINE) {
    await cp(`${engine}/${file}`, `${into}/${file.split('/').at(-1)}`, KEPT);
  }
  for (const name of ENGINE_FOLDERS) {
    const filter = (source: string) => !UNUSED.test(source);
    await cp(`${engine}/${name}`, `${into}/${name}`, { ...KEPT, recursive: true, filter });
  }
  await noteLicences(['node_modules/pdfjs-dist/package.json']);
  await buildOwnPageFiles(folder);
}

async function listFiles(folder: string): Promise<void> {
  const names = await readdir(`${folder}/files`, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  const listed = files.map(async (entry) => {
    const path = `${entry.parentPath}/${entry.name}`;
    const bytes = await readFile(path);
    const isCompressed = COMPRESSED.has(extname(path));
    if (isCompressed) await compress(path, bytes);
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_LENGTH);
    return [path.slice(`${folder}/files/`.length), { version, isCompressed }];
  });
  const listing = Object.fromEntries(await Promise.all(listed));
  await writeFile(`${folder}/listing.json`, JSON.stringify(listing));
}

/** Best compression takes seconds, so only changed files are compressed again. */
async function compress(path: string, bytes: Buffer): Promise<void> {
  const { mtimeMs } = await stat(path);
  for (const [ending, work] of [
    ['.br', promisify<Buffer, Buffer>(brotliCompress)],
    ['.gz', promisify<Buffer, Buffer>(gzip)],
  ] as const) {
    const made = await stat(path + ending).catch(() => undefined);
    if (made && made.mtimeMs >= mtimeMs) continue;
    await writeFile(path + ending, await work(bytes));
  }
}
