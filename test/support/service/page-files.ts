import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOwnPageFiles } from '../../../scripts/build/page-files.ts';

/** Too large to be made anew for each test. */
const VERIFY_PAGE = new URL('../../../dist/assets/pages/verify.html', import.meta.url);

/** Writes the files that signers' pages load, but for what draws documents, into a folder below another. */
export async function testPageFiles(folder: string): Promise<URL> {
  const pages = join(folder, 'pages');
  await buildOwnPageFiles(pages);
  await cp(VERIFY_PAGE, join(pages, 'verify.html'));
  return pathToFileURL(`${pages}/`);
}
