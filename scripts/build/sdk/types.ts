import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DIST } from '../paths.ts';
import { ENTRIES } from './code.ts';

const IMPORT = /(from |import\()'(\.[^']*)\.ts'/g;
/** TypeScript before 5.7 knows these types without parameters. */
const GENERIC_BYTES = /\b(Buffer|Uint8Array)<[^<>]*>/g;

/** Each declaration that the entries reach, by its path without an ending. */
export async function declarationsFrom(
  entries: readonly string[],
  read: (path: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const left = [...entries];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (texts.has(path)) continue;
    const text = await read(path);
    texts.set(path, text);
    for (const [, , target = ''] of text.matchAll(IMPORT)) left.push(join(dirname(path), target));
  }
  return texts;
}

/** A declaration that imports files with another ending. */
export const withEndings = (text: string, ending: '.js' | '.cjs'): string =>
  text.replace(IMPORT, `$1'$2${ending}'`);

/** Writes each declaration twice, for importers and for requirers. */
export async function writeTypes(folder: string): Promise<void> {
  const entries = ENTRIES.map((name) => `client/${name}`);
  const read = (path: string) => readFile(`${DIST}/types/${path}.d.ts`, 'utf8');
  for (const [path, given] of await declarationsFrom(entries, read)) {
    const text = given.replace(GENERIC_BYTES, '$1');
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.d.ts`, withEndings(text, '.js'));
    await writeFile(`${file}.d.cts`, withEndings(text, '.cjs'));
  }
}
