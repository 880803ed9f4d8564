import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const AT_ONCE = 16;

/** Has the disk keep a file's content, or a folder's list of names. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Has the disk keep a folder with all that is in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  const queue = [...paths, folder].values();
  const work = async () => {
    for (const path of queue) await syncPath(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
