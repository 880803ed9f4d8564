import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../locks/error-code.ts';
import type { LocalFolder } from '../../ports/file-store.ts';
import { FilesUnavailable } from '../../ports/file-store.ts';
import { checkedKey } from './checked-files.ts';

/** How long an answer is cached, in milliseconds: each chunk of an upload asks. */
const FRESH_MS = 2000;

/** Free share of the folder's volume, from 0 to 1; undefined if the system doesn't tell. */
export function freeShareOf(folder: string): () => Promise<number | undefined> {
  let asked = Number.NEGATIVE_INFINITY;
  let share: Promise<number | undefined>;
  return async () => {
    const now = performance.now();
    if (now - asked > FRESH_MS) {
      asked = now;
      share = statfs(folder).then(({ blocks, bavail }) =>
        blocks > 0 ? bavail / blocks : undefined,
      );
    }
    return await share;
  };
}

export const LOCAL_PREFIX = '.local-';

/** Maps a full disk's error (also a child process's) to the port's; keeps other errors. */
export function explainFull(error: unknown): unknown {
  const code = codeOf(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
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
