import { EXIT } from './errors/exit-codes.ts';
import { asUsageError } from './errors/usage-error.ts';
import { failed } from './failed.ts';
import { readEnvironment } from './profiles/profile.ts';

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
