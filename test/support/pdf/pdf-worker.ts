import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OutputFile } from 'esbuild';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { PdfWorkerOptions, PdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';

import { copyFonts } from '../drawing/pdf-fonts.ts';
import { PDFIUM_WASM } from '../drawing/test-pdfium.ts';

const source = (path: string) =>
  fileURLToPath(new URL(`../../../src/pdf/${path}`, import.meta.url));
const ENTRIES = {
  worker: source('admission/worker.ts'),
  'verify-worker': source('verification/verify-worker.ts'),
};

/** What a bundle needs at its head where packages still call `require`. */
export const NODE_REQUIRE =
  "import {createRequire as _createRequire} from 'node:module'; const require = _createRequire(import.meta.url);";

let bundled: Promise<URL> | undefined;

/** The bundled worker, in a temporary folder; bundled once a process. */
export function pdfWorkerScript(): Promise<URL> {
  bundled ??= bundleWorkers(ENTRIES, addFiles).then((folder) => new URL('worker.mjs', folder));
  return bundled;
}

function addFiles(folder: string): void {
  copyFonts(join(folder, 'fonts'));
  copyFileSync(PDFIUM_WASM, join(folder, 'pdfium.wasm'));
}

/** The bundled worker that verifies, beside the other one. */
export async function verifyWorkerScript(): Promise<URL> {
  return new URL('verify-worker.mjs', await pdfWorkerScript());
}

/** Bundles scripts by their names into a folder named by its content, so that it is written once; the folder. */
export async function bundleWorkers(
  entryPoints: Readonly<Record<string, string>>,
  addOthers: (folder: string) => void = () => undefined,
): Promise<URL> {
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outdir: '/',
    outExtension: { '.js': '.mjs' },
    write: false,
    logLevel: 'silent',
    banner: { js: NODE_REQUIRE },
  });
  const hash = createHash('sha256');
  for (const { path, contents } of outputFiles) hash.update(path).update(contents);
  const folder = join(tmpdir(), 'esign-test-workers', hash.digest('hex'));
  if (!existsSync(folder)) writeWorkers(folder, outputFiles, addOthers);
  return pathToFileURL(`${folder}/`);
}

/** Complete or not there: processes that write at once write the same. */
function writeWorkers(
  folder: string,
  outputFiles: readonly OutputFile[],
  addOthers: (folder: string) => void,
): void {
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  addOthers(beside);
  for (const { path, contents } of outputFiles) writeFileSync(join(beside, path), contents);
  try {
    renameSync(beside, folder);
  } catch {
    rmSync(beside, { recursive: true, force: true });
  }
}

let shared: Promise<PdfWorkers> | undefined;

/** One pool for all files of this process that need nothing special of it: a worker takes a second to start. It ends with the process. */
export function sharedPdfWorkers(): Promise<PdfWorkers> {
  shared ??= pdfWorkerScript().then((script) => {
    const close = async () => undefined;
    return { ...startPdfWorkers({ script, size: 1 }), close };
  });
  return shared;
}

/** A pool that ends with the test. */
export async function testPdfWorkers(
  options: Omit<PdfWorkerOptions, 'script'> = {},
): Promise<PdfWorkers> {
  const workers = startPdfWorkers({ script: await pdfWorkerScript(), ...options });
  onTestFinished(() => workers.close());
  return workers;
}
