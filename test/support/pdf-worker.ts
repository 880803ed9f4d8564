import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { PdfWorkerOptions, PdfWorkers } from '../../src/pdf/admission/workers.ts';
import { startPdfWorkers } from '../../src/pdf/admission/workers.ts';

const ENTRY = fileURLToPath(new URL('../../src/pdf/admission/worker.ts', import.meta.url));

/** Lets a bundle call `require`, as some packages do. */
export const NODE_REQUIRE =
  "import {createRequire as _createRequire} from 'node:module'; const require = _createRequire(import.meta.url);";

let script: Promise<URL> | undefined;

/** The bundled worker in a temporary folder, built once. */
export function pdfWorkerScript(): Promise<URL> {
  script ??= buildScript();
  return script;
}

/** Named by its content, so that processes share the file. */
async function buildScript(): Promise<URL> {
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
    writeFileSync(`${path}.${process.pid}`, code);
    renameSync(`${path}.${process.pid}`, path);
  }
  return pathToFileURL(path);
}

/** A pool that is closed when the test ends. */
export async function testPdfWorkers(
  options: Omit<PdfWorkerOptions, 'script'> = {},
): Promise<PdfWorkers> {
  const workers = startPdfWorkers({ script: await pdfWorkerScript(), ...options });
  onTestFinished(() => workers.close());
  return workers;
}
