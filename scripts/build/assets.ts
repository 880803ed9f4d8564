import { cp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, relative } from 'node:path';

import { bundled, ESM } from './bundle.ts';
import { FONT_SOURCES } from './font-sources.ts';
import { leftOut } from './left-out.ts';
import { noteLicences } from './notices.ts';
import { buildPageFiles } from './page-files.ts';
import { ASSETS, ROOT } from './paths.ts';
import { buildVerifyPage } from './verify-page.ts';

const { resolve } = createRequire(import.meta.url);

/** Copies fonts and migrations, bundles the scripts of workers, and writes the pages' files. */
export async function buildAssets(): Promise<void> {
  await mkdir(`${ASSETS}/fonts`, { recursive: true });
  const sources = FONT_SOURCES.map((source) => resolve(source));
  for (const file of sources) await cp(file, `${ASSETS}/fonts/${basename(file)}`);
  await noteLicences(sources.map((file) => relative(ROOT, file)));
  await rm(`${ASSETS}/migrations`, { recursive: true, force: true });
  await cp(`${ROOT}src/service/store/migrations`, `${ASSETS}/migrations`, {
    recursive: true,
  });
  await rm(`${ASSETS}/pdf-worker`, { recursive: true, force: true });
  // Split: a worker starts with every service, and few jobs need fonts, certificates or PDFium.
  await bundled({
    ...ESM,
    entryPoints: {
      'answer-judge': `${ROOT}src/service/adapters/gateway/judge-worker.ts`,
      'pdf-worker': `${ROOT}src/pdf/admission/worker.ts`,
      'verify-worker': `${ROOT}src/pdf/verification/verify-worker.ts`,
    },
    outdir: ASSETS,
    splitting: true,
    minifyWhitespace: true,
    minifySyntax: true,
    chunkNames: 'pdf-worker/[name]-[hash]',
    plugins: [leftOut],
  });
  await cp(resolve('@embedpdf/pdfium/pdfium.wasm'), `${ASSETS}/pdfium.wasm`);
  await buildPageFiles(`${ASSETS}/pages`);
  await buildVerifyPage();
}
