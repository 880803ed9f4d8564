import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import type { RunName } from '../run/run-end.ts';
import { bulkCommand } from '../run/run-end.ts';

/** A run of which nothing is known (exit 5). */
export function noJournal(path: string, name: RunName): CliError {
  return new CliError({
    code: 'no_journal',
    what: `there is no journal "${path}": no row of it was ever begun`,
    next: bulkCommand('send', name),
    exitCode: EXIT.notFound,
  });
}
