import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';

/** Loads the list of all commands: only for help and for unknown commands. */
export async function runByFramework(argv: string[], options: Interfaces.Options): Promise<void> {
  // With NODE_ENV=development it would look for sources, and warn that it finds none
  settings.enableAutoTranspile = false;
  // User plugins would be read from the data folder
  await run(argv, await Config.load({ ...options, userPlugins: false }));
}
