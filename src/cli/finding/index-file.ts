import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../locks/error-code.ts';
import type { FileLock } from '../../locks/file-lock.ts';
import { makeFolder } from '../../locks/make-folder.ts';
import type { IndexContent } from './index-lines.ts';
import { compactLines, readLines } from './index-lines.ts';

const FILE = 'documents.jsonl';
const OWNER_ONLY = 0o600;
const WAIT_MS = 1000;

/** The index of one service and key on disk; deleted together with its folder. */
export class IndexFile {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** An absent index is empty. Throws file system errors. */
  async read(): Promise<IndexContent> {
    return readLines(await this.#text());
  }

  /** Skipped while locked for a second; the next run catches up. Throws file system errors. */
  append(lines: readonly string[]): Promise<void> {
    // A killed process may have left half a line, which must not corrupt the next one
    const text = `\n${lines.join('\n')}\n`;
    return this.#locked(() => appendFile(this.#path, text, { mode: OWNER_ONLY }));
  }

  /** Rewrites the file with the fewest lines. Throws file system errors. */
  compact(): Promise<void> {
    return this.#locked(async () => {
      const temporary = `${this.#path}.new`;
      const text = `${compactLines(await this.read()).join('\n')}\n`;
      await writeFile(temporary, text, { mode: OWNER_ONLY });
      await rename(temporary, this.#path);
    });
  }

  async #locked(work: () => Promise<void>): Promise<void> {
    makeFolder(this.#folder, 0o700);
    const lock = await this.#lock();
    try {
      if (lock) await work();
    } finally {
      await lock?.release();
    }
  }

  async #lock(): Promise<FileLock | undefined> {
    const { LockHeld, waitForLock } = await import('../../locks/file-lock.ts');
    try {
      return await waitForLock(`${this.#path}.lock`, 'esign docs find', WAIT_MS);
    } catch (error) {
      if (error instanceof LockHeld) return undefined;
      throw error;
    }
  }

  async #text(): Promise<string> {
    try {
      return await readFile(this.#path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return '';
      throw error;
    }
  }

  get #path(): string {
    return join(this.#folder, FILE);
  }
}
