import { join } from 'node:path';
import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';
import { run as runOclif } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';

/** Resolves once everything written has left the process, or its reader is gone. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    // A stream that failed tells why a moment later
    if (stream.destroyed) setImmediate(resolve);
    else stream.write('', () => resolve());
  });
}

/** What failed when stdout could not be written, as on a full disk. */
let outputFault: unknown;
/** The exit code, once a failure is being reported: others that follow from it are not. */
let reported: Promise<number> | undefined;

async function report(error: unknown, argv: readonly string[]): Promise<number> {
  const { failedRun, outputFailed } = await import('./failed.ts');
  return failedRun(error === outputFault ? outputFailed(error) : error, argv);
}

function reportFailure(error: unknown, argv: readonly string[]): Promise<number> {
  reported ??= report(error, argv);
  return reported;
}

/**
 * Reports what no command can catch: a stdout that fails, and bugs in callbacks. Without a stderr, the result and the
 * exit code still count.
 */
function catchStrays(argv: readonly string[]): void {
  process.stdout.on('error', (error: unknown) => {
    outputFault ??= error;
  });
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', async (error: unknown) => {
    process.exit(await reportFailure(error, argv));
  });
}

/** Only once the command is done, and only at a terminal: no other run loads this. */
async function hintAtUpdate(argv: readonly string[], { root, version }: Config): Promise<void> {
  const { tellOfUpdate } = await import('./update/tell-of-update.ts');
  tellOfUpdate({ argv, version, script: join(root, 'dist/cli/ask-registry.cjs') });
  await flushed(process.stderr);
}

/** Runs one command line and returns its exit code, once all its output is flushed. */
export async function run(argv: string[], options: Interfaces.Options): Promise<number> {
  catchStrays(argv);
  try {
    // With NODE_ENV=development oclif would look for sources, and warn that it finds none
    settings.enableAutoTranspile = false;
    // oclif's plugins of the user would be read from the folder of the data
    const config = await Config.load({ ...options, userPlugins: false });
    await runOclif(argv, config);
    await flushed(process.stdout);
    if (outputFault !== undefined) throw outputFault;
    if (process.stderr.isTTY) await hintAtUpdate(argv, config);
    return 0;
  } catch (error) {
    return await reportFailure(error, argv);
  }
}
