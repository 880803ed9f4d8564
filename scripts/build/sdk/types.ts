import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DIST } from '../paths.ts';
import { ENTRIES } from './code.ts';

const IMPORT = /(from |import\()'(\.[^']*)\.ts'/g;
/** TypeScript before 5.7 knows these types without parameters. */
const GENERIC_BYTES = /\b(Buffer|Uint8Array)<[^<>]*>/g;

/** Each declaration that the entries reach, by its path below `dist/types`. */
async function reached(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const left = ENTRIES.map((name) => `client/${name}`);
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (texts.has(path)) continue;
    const text = await readFile(`${DIST}/types/${path}.d.ts`, 'utf8');
    texts.set(path, text.replace(GENERIC_BYTES, '$1'));
    for (const [, , target = ''] of text.matchAll(IMPORT)) left.push(join(dirname(path), target));
  }
  return texts;
}

/** Writes each declaration twice, for importers and for requirers. */
export async function writeTypes(folder: string): Promise<void> {
  for (const [path, text] of await reached()) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    for (const [declared, imported] of [
      ['.d.ts', '.js'],
      ['.d.cts', '.cjs'],
    ])
      await writeFile(`${file}${declared}`, text.replace(IMPORT, `$1'$2${imported}'`));
  }
}
