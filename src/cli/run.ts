import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { flush } from '@oclif/core/flush';
import { run as runOclif } from '@oclif/core/run';

/** Runs one command line and answers its exit code; all that is to be said has then been written. */
export async function run(argv: string[], options: Interfaces.LoadOptions): Promise<number> {
  try {
    await runOclif(argv, await Config.load(options));
    await flush();
    return 0;
  } catch (error) {
    const { failedRun } = await import('./failed-run.ts');
    return failedRun(error, argv);
  }
}
