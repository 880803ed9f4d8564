import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveFile } from '../../../client/index.ts';

const NAME = 'sha256sums.txt';
const LINE = /^([0-9a-f]{64}) [ *](.+)$/;

/** The hashes of files by their path below the folder, as `sha256sum -c` reads them. */
export type Sums = Map<string, string>;

/** Reads the hashes of a folder; none when there is no such file yet. Lines of another form are left out. */
export async function readSums(folder: string): Promise<Sums> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => '');
  const sums: Sums = new Map();
  for (const line of text.split('\n')) {
    const [, sha256, path] = LINE.exec(line) ?? [];
    if (sha256 !== undefined && path !== undefined) sums.set(path, sha256);
  }
  return sums;
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Writes the hashes, sorted by path, whole or not at all. Throws `SaveFileError`. */
export async function writeSums(folder: string, sums: Sums): Promise<void> {
  const paths = [...sums.keys()].sort();
  const text = paths.map((path) => `${sums.get(path)}  ${path}\n`).join('');
  await saveFile(once(text), join(folder, NAME), { force: true });
}
