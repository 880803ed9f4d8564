import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { run as runOclif } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';
import { flushed } from './terminal/flushed.ts';

/** Runs one command line and answers its exit code; all that is to be said has then been written. */
export async function run(argv: string[], options: Interfaces.LoadOptions): Promise<number> {
  try {
    // With NODE_ENV=development the framework would look for sources, and warn that it finds none
    settings.enableAutoTranspile = false;
    await runOclif(argv, await Config.load(options));
    await flushed(process.stdout);
    return 0;
  } catch (error) {
    const { failedRun } = await import('./failed-run.ts');
    return failedRun(error, argv);
  }
}
