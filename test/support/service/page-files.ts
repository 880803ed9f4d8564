import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOwnPageFiles } from '../../../scripts/build/page-files.ts';

/** Writes the files that signers' pages load, but for what draws documents, into a folder below another. */
export async function testPageFiles(folder: string): Promise<URL> {
  const pages = join(folder, 'pages');
  await buildOwnPageFiles(pages);
  return pathToFileURL(`${pages}/`);
}
