import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import { NO_TRUST, trustingPage } from '../../src/pdf/page/trust.ts';
import { leftOut } from './left-out.ts';
import { noteLicences } from './notices.ts';
import { tokens } from './page-files.ts';
import { ASSETS, ROOT } from './paths.ts';

const SOURCES = `${ROOT}src/pdf/page`;
const PLATFORM = `${SOURCES}/platform`;

/** The page's goal: it is sent by mail, and kept beside files for years. */
const MOST_BYTES = 1_500_000;

/** Puts the browser's platform in place of Node's. */
const platform: Plugin = {
  name: 'platform',
  setup: ({ onResolve }) =>
    onResolve({ filter: /[/]platform[/](crypto|zlib)[.]ts$/ }, ({ path }) => ({
      path: `${PLATFORM}/${basename(path)}`,
    })),
};

/** The verifier for a browser. A module of Node in it fails the build. */
async function script(): Promise<string> {
  const { metafile, outputFiles } = await build({
    entryPoints: [`${SOURCES}/main.ts`],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // Text in several scripts takes a third of its escaped size.
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    inject: [`${PLATFORM}/buffer.ts`],
    // LibPDF signs with keys of a cloud on demand, and nothing here signs.
    external: ['@google-cloud/*'],
    plugins: [platform, leftOut],
  });
  await noteLicences(Object.keys(metafile.inputs));
  return outputFiles[0]?.text.trim() ?? '';
}

async function style(): Promise<string> {
  const entryPoints = [`${SOURCES}/verify.css`];
  const { outputFiles } = await build({
    ...{ entryPoints, bundle: true, write: false, minify: true, plugins: [tokens] },
    logLevel: 'warning',
  });
  return outputFiles[0]?.text.trim() ?? '';
}

const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded, nothing is sent; only the script and the style in the page are used. */
const policyOf = (code: string, css: string): string =>
  [
    "default-src 'none'",
    `script-src ${sourceOf(code)}`,
    `style-src ${sourceOf(css)}`,
    // The worker that judges is the script itself.
    'worker-src blob:',
    "connect-src 'none'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Writes `verify.html`, one file that trusts nobody yet. Throws Error above 1.5 MB. */
export async function buildVerifyPage(): Promise<void> {
  const [code, css] = [await script(), await style()];
  const template = await readFile(`${SOURCES}/verify.html`, 'utf8');
  // A function, since `$` in a script is no pattern.
  const filled = template
    .replaceAll('POLICY', policyOf(code, css))
    .replace('<style></style>', () => `<style>${css}</style>`)
    .replace('<script></script>', () => `<script>${code}</script>`);
  const html = trustingPage(filled, NO_TRUST);
  const size = Buffer.byteLength(html);
  if (size > MOST_BYTES) throw new Error(`verify.html has ${size} bytes, over ${MOST_BYTES}`);
  await mkdir(`${ASSETS}/pages`, { recursive: true });
  await writeFile(`${ASSETS}/pages/verify.html`, html);
}
