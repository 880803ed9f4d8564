import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'esign-spool-';

/** Whether there is a process of this number, of anybody. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Makes this process's own folder in a folder, empty and private, and removes those of processes that are gone. */
export async function openSpool(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const own = `${PREFIX}${process.pid}`;
  for (const name of await readdir(parent)) {
    const pid = Number(name.slice(PREFIX.length));
    if (!name.startsWith(PREFIX) || (name !== own && isAlive(pid))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
  await mkdir(join(parent, own), { mode: 0o700 });
  return join(parent, own);
}
