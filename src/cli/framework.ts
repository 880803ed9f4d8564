import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';

/** Runs a command line by the framework, which reads the list of all commands: for help, and for what is not a command. */
export async function runByFramework(argv: string[], options: Interfaces.Options): Promise<void> {
  // With NODE_ENV=development it would look for sources, and warn that it finds none
  settings.enableAutoTranspile = false;
  // Plugins of the user would be read from the folder of the data
  await run(argv, await Config.load({ ...options, userPlugins: false }));
}
