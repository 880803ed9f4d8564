import { createInterface } from 'node:readline';
import type { FileLock } from '../../src/locks/file-lock.ts';
import { LockHeld, lockFile } from '../../src/locks/file-lock.ts';

/** A process that takes the lock each line names, prints `taken` or `held`, and keeps it until the next line. */
let lock: FileLock | undefined;
for await (const path of createInterface({ input: process.stdin })) {
  await lock?.release();
  lock = undefined;
  const result = await lockFile(path, 'contender').catch((error: unknown) => error);
  if (result instanceof Error && !(result instanceof LockHeld)) throw result;
  if (!(result instanceof Error)) lock = result as FileLock;
  process.stdout.write(`${lock ? 'taken' : 'held'}\n`);
}
