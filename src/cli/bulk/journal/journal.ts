import { appendFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FileLock } from '../../../locks/file-lock.ts';
import { holderText, LockHeld, lockFile, lockHolder } from '../../../locks/file-lock.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import type { JournalEntry } from './journal-entry.ts';

export interface JournalOptions {
  /** Length of the complete lines; anything after them is cut off. */
  readonly bytes: number;
  /** False skips syncing to disk, to measure its cost. */
  readonly isSynced?: boolean;
}

/** A journal open for writing. Entries added in one turn or during a write share a sync. */
export class Journal {
  readonly #file: FileHandle;
  readonly #isSynced: boolean;
  readonly #lines: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(file: FileHandle, isSynced: boolean) {
    this.#file = file;
    this.#isSynced = isSynced;
  }

  /** The entry is on disk once a later `commit` resolves. */
  add(entry: JournalEntry): void {
    this.#lines.push(`${JSON.stringify(entry)}\n`);
  }

  /** Resolves once every added entry is on disk. Always rejects after a failed write. */
  commit(): Promise<void> {
    this.#next ??= this.#writeNext();
    return this.#next;
  }

  async close(): Promise<void> {
    try {
      await this.commit();
    } finally {
      await this.#file.close();
    }
  }

  async #writeNext(): Promise<void> {
    await this.#writing;
    // The end of a row, the start of the next, and simultaneous answers share a sync
    await turn();
    this.#next = undefined;
    this.#writing = this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const text = this.#lines.splice(0).join('');
    if (text === '') return;
    // Writing to the page cache is quick; only the sync is worth awaiting
    appendFileSync(this.#file.fd, text);
    if (this.#isSynced) await this.#file.datasync();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Opens a journal for appending and cuts off a torn last line. The caller holds its lock. */
export async function openJournal(path: string, options: JournalOptions): Promise<Journal> {
  const { bytes, isSynced = true } = options;
  const file = await open(path, 'a', 0o600);
  try {
    await file.truncate(bytes);
    await file.sync();
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close();
    throw error;
  }
  return new Journal(file, isSynced);
}

const lockPath = (journal: string): string => `${journal}.lock`;

export async function writerOf(journal: string): Promise<number | undefined> {
  return (await lockHolder(lockPath(journal)))?.pid;
}

/** Locks a journal for writing. Throws a `CliError` (exit 2) naming the process that holds it. */
export async function lockJournal(journal: string): Promise<FileLock> {
  try {
    return await lockFile(lockPath(journal), 'esign bulk');
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new CliError({
      code: 'journal_in_use',
      what: `the journal "${journal}" is being written by ${holderText(error.owner)}`,
      why: 'two runs with one journal would send documents twice',
      next: 'wait until it ends; "esign bulk status" shows its progress',
      exitCode: EXIT.usage,
      cause: error,
    });
  }
}
