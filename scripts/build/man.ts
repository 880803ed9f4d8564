import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Edition } from '../../src/cli/reference/man-page.ts';
import { manPages } from '../../src/cli/reference/man-page.ts';
import type { Declared } from '../../src/cli/reference/page.ts';
import { pageOf } from '../../src/cli/reference/page.ts';
import { DIST, ROOT } from './paths.ts';

const OUT = `${DIST}/man`;

async function editionOf(): Promise<Edition> {
  const { version } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
  // So that a build can be repeated to the byte: reproducible-builds.org/specs/source-date-epoch
  const epoch = process.env.SOURCE_DATE_EPOCH;
  const date = epoch === undefined ? new Date() : new Date(Number(epoch) * 1000);
  return { version, date: date.toISOString().slice(0, 10) };
}

/** Writes the man pages of the commands and of the guides to `dist/man`. */
export async function buildManPages(commands: readonly Declared[]): Promise<void> {
  const edition = await editionOf();
  await mkdir(OUT, { recursive: true });
  for (const [file, text] of manPages(commands.map(pageOf), edition))
    await writeFile(`${OUT}/${file}`, text);
}
