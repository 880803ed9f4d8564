import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { run as runOclif } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';

/** Resolves once everything written has left the process, or its reader is gone. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

/** Runs one command line and returns its exit code, once all its output is flushed. */
export async function run(argv: string[], options: Interfaces.LoadOptions): Promise<number> {
  try {
    // With NODE_ENV=development oclif would look for sources, and warn that it finds none
    settings.enableAutoTranspile = false;
    await runOclif(argv, await Config.load(options));
    await flushed(process.stdout);
    return 0;
  } catch (error) {
    const { failedRun } = await import('./failed.ts');
    return failedRun(error, argv);
  }
}
