import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { flush } from '@oclif/core/flush';
import { run as runOclif } from '@oclif/core/run';
import { EXIT } from './exit-codes.ts';
import { failed } from './failed.ts';
import { readEnvironment } from './profile.ts';
import { asUsageError } from './usage-error.ts';

/** Runs one command line and answers its exit code; all that is to be said has then been written. */
export async function run(argv: string[], options: Interfaces.LoadOptions): Promise<number> {
  try {
    await runOclif(argv, await Config.load(options));
    await flush();
    return EXIT.done;
  } catch (error) {
    const exit = failed(asUsageError(error, ''), {
      isJson: argv.includes('--json'),
      environment: readEnvironment(),
      baseUrl: undefined,
      interruptedBy: undefined,
    });
    return exit.oclif.exit ?? EXIT.unexpected;
  }
}
