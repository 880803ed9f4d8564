import type { FileLock } from '../../../locks/file-lock.ts';
import { holderText, LockHeld, lockFile, lockHolder } from '../../../locks/file-lock.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';

const lockPath = (journal: string): string => `${journal}.lock`;

/** The process that writes a journal; undefined when none does. */
export async function writerOf(journal: string): Promise<number | undefined> {
  return (await lockHolder(lockPath(journal)))?.pid;
}

/** Locks a journal for writing. Throws a `CliError` (exit 2) that names the process holding it. */
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
