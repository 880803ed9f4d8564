import { join } from 'node:path';
import type { FileLock } from '../../../locks/file-lock.ts';
import { holderText, LockHeld, lockFile } from '../../../locks/file-lock.ts';
import type { LockOwner } from '../../../locks/lock-owner.ts';

export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  readonly folder: string;
  /** Undefined when the lock file cannot be read. */
  readonly owner: LockOwner | undefined;

  constructor(folder: string, owner: LockOwner | undefined) {
    super(`${folder} is in use by ${holderText(owner)}; only one process at a time may open it.`);
    this.folder = folder;
    this.owner = owner;
  }
}

/** @throws {DataFolderInUse} when another process has the folder open */
export async function lockFolder(folder: string, command: string): Promise<FileLock> {
  try {
    return await lockFile(join(folder, 'lock'), command);
  } catch (error) {
    throw error instanceof LockHeld ? new DataFolderInUse(folder, error.owner) : error;
  }
}
