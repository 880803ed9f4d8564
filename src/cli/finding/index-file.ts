import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileLock } from '../../locks/file-lock.ts';
import { codeOf } from '../errors/file-fault.ts';
import type { IndexContent } from './index-lines.ts';
import { compactLines, readLines } from './index-lines.ts';

const FILE = 'documents.jsonl';
const OWNER_ONLY = 0o600;
const TRIES = 50;
const BETWEEN_TRIES_MS = 20;

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
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const lock = await this.#lock();
    try {
      if (lock) await work();
    } finally {
      await lock?.release();
    }
  }

  async #lock(): Promise<FileLock | undefined> {
    const { LockHeld, lockFile } = await import('../../locks/file-lock.ts');
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        return await lockFile(`${this.#path}.lock`, 'esign docs find');
      } catch (error) {
        if (!(error instanceof LockHeld)) throw error;
        await sleep(BETWEEN_TRIES_MS);
      }
    }
    return undefined;
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
