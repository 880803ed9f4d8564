import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalFolder } from '../../ports/file-store.ts';
import { checkedKey } from './keys.ts';

/** Prefix of a folder of `withLocalFolder`. */
export const LOCAL_PREFIX = '.local-';

function folderAt(folder: string): LocalFolder {
  const path = (name: string) => join(folder, checkedKey(name));
  return {
    path,
    write: async (name, content) => {
      await writeFile(path(name), content, { mode: 0o600 });
      return path(name);
    },
    read: async (name) => await readFile(path(name)),
  };
}

/** Runs work with a folder in `parent`, private to the owner, and removes it. */
export async function withLocalFolder<T>(
  parent: string,
  work: (folder: LocalFolder) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(parent, LOCAL_PREFIX));
  try {
    return await work(folderAt(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
