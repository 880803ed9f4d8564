import { EXIT } from './exit-codes.ts';
import { failed } from './failed.ts';
import { readEnvironment } from './profile.ts';
import { asUsageError } from './usage-error.ts';

/** Tells about what no command has told about, and answers the exit code of the run. */
export function failedRun(error: unknown, argv: readonly string[]): number {
  const exit = failed(asUsageError(error, ''), {
    isJson: argv.includes('--json'),
    environment: readEnvironment(),
    baseUrl: undefined,
    interruptedBy: undefined,
  });
  return exit.oclif.exit ?? EXIT.unexpected;
}
