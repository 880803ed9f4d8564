import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'esbuild';
import { COMMON } from './bundle.ts';
import { writeOneCopy } from './one-copy.ts';
import { DIST, ROOT } from './paths.ts';
import { declarationsFrom, withEndings } from './sdk/types.ts';

const run = promisify(execFile);
const ENTRY = 'testing/index';
const TYPES = `${DIST}/types`;

/** Shares the SDK with users of the package: a copy of its own would fail `instanceof`. */
const sharedClient: Plugin = {
  name: 'shared-client',
  setup({ onResolve }) {
    onResolve({ filter: /\/client\/index\.ts$/ }, () => ({
      path: '../client/index.cjs',
      external: true,
    }));
  },
};

async function writeCode(): Promise<void> {
  const banner = {
    js: "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;",
  };
  const options = {
    ...COMMON,
    entryPoints: [`${ROOT}src/${ENTRY}.ts`],
    plugins: [sharedClient],
    define: { 'import.meta.url': '__moduleUrl' },
    banner,
  };
  await writeOneCopy(options, `${DIST}/${ENTRY}`, '.js');
}

/** Adds what the entry reaches and the SDK does not, and all of it once more for requirers. */
async function writeTypes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-types-'));
  const project = `${ROOT}scripts/build/testing.tsconfig.json`;
  await run(`${ROOT}node_modules/.bin/tsc`, ['-p', project, '--outDir', folder]);
  const read = (path: string) =>
    readFile(`${TYPES}/${path}.d.ts`, 'utf8').catch(() =>
      readFile(`${folder}/${path}.d.ts`, 'utf8'),
    );
  for (const [path, text] of await declarationsFrom([ENTRY], read)) {
    await mkdir(dirname(`${TYPES}/${path}`), { recursive: true });
    await writeFile(`${TYPES}/${path}.d.ts`, text);
    await writeFile(`${TYPES}/${path}.d.cts`, withEndings(text, '.cjs'));
  }
  await rm(folder, { recursive: true });
}

/** Writes `esign/testing`, for importers and for requirers. The SDK must have been built. */
export async function buildTesting(): Promise<void> {
  await writeCode();
  await writeTypes();
}
