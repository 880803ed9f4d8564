import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { PdfWorkerOptions, PdfWorkers } from '../../src/pdf/admission/workers.ts';
import { startPdfWorkers } from '../../src/pdf/admission/workers.ts';

import { copyFonts } from './pdf-fonts.ts';
import { PDFIUM_WASM } from './test-pdfium.ts';

const ENTRY = fileURLToPath(new URL('../../src/pdf/admission/worker.ts', import.meta.url));

/** What a bundle needs at its head where packages still call `require`. */
export const NODE_REQUIRE =
  "import {createRequire as _createRequire} from 'node:module'; const require = _createRequire(import.meta.url);";

let bundled: Promise<URL> | undefined;

/** The bundled worker, in a temporary folder; bundled once a process. */
export function pdfWorkerScript(): Promise<URL> {
  bundled ??= bundleWorker();
  return bundled;
}

/** Named by its content, so that it is written once. */
async function bundleWorker(): Promise<URL> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    write: false,
    logLevel: 'silent',
    banner: { js: NODE_REQUIRE },
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const folder = join(tmpdir(), 'esign-test-workers');
  const path = join(folder, `${createHash('sha256').update(code).digest('hex')}.mjs`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    copyFonts(join(folder, 'fonts'));
    copyFileSync(PDFIUM_WASM, join(folder, `pdfium.wasm.${process.pid}`));
    renameSync(join(folder, `pdfium.wasm.${process.pid}`), join(folder, 'pdfium.wasm'));
    writeFileSync(`${path}.${process.pid}`, code);
    renameSync(`${path}.${process.pid}`, path);
  }
  return pathToFileURL(path);
}

/** A pool that ends with the test. */
export async function testPdfWorkers(
  options: Omit<PdfWorkerOptions, 'script'> = {},
): Promise<PdfWorkers> {
  const workers = startPdfWorkers({ script: await pdfWorkerScript(), ...options });
  onTestFinished(() => workers.close());
  return workers;
}
