import { appendFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { JournalEntry } from './journal-entry.ts';

/** What a journal is opened with. */
export interface JournalOptions {
  /** How many bytes of the file are whole lines; the rest is cut off. */
  readonly bytes: number;
  /** False leaves out the waits for the disk: for measuring what they cost. */
  readonly isSynced?: boolean;
}

/**
 * A journal that is written to. Rows share the waits for the disk: what they add in one turn of the event loop, or while
 * a write is under way, goes out together.
 */
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

  /** Adds an entry; it is on disk once a later `commit` resolves. */
  add(entry: JournalEntry): void {
    this.#lines.push(`${JSON.stringify(entry)}\n`);
  }

  /** Resolves once all that was added is on disk; rejects, from then on always, when the disk does not take it. */
  commit(): Promise<void> {
    this.#next ??= this.#writeNext();
    return this.#next;
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    try {
      await this.commit();
    } finally {
      await this.#file.close();
    }
  }

  async #writeNext(): Promise<void> {
    await this.#writing;
    // The end of a row and the beginning of the next are one wait, and so are answers that come together
    await turn();
    this.#next = undefined;
    this.#writing = this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const text = this.#lines.splice(0).join('');
    if (text === '') return;
    // It goes to the system's memory at once; only the disk is worth waiting for
    appendFileSync(this.#file.fd, text);
    if (this.#isSynced) await this.#file.datasync();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Opens a journal to append to; a line that a crash tore is cut off first. Whoever calls holds its lock. */
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
