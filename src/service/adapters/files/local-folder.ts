import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalFolder } from '../../ports/file-store.ts';
import { FilesUnavailable } from '../../ports/file-store.ts';
import { checkedKey } from './keys.ts';

export const LOCAL_PREFIX = '.local-';

/** Maps a full disk's error (also a child process's) to the port's; keeps other errors. */
export function explainFull(error: unknown): unknown {
  const isFull =
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  if (!isFull) return error;
  return new FilesUnavailable('The disk of the files is full.', { cause: error });
}

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

/** Private, and removed afterwards. @throws {FilesUnavailable} when the disk is full */
export async function withLocalFolder<T>(
  parent: string,
  work: (folder: LocalFolder) => Promise<T>,
): Promise<T> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(parent, LOCAL_PREFIX));
    return await work(folderAt(folder));
  } catch (error) {
    throw explainFull(error);
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}
