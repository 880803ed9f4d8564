import { readFileSync } from 'node:fs';
import type { Interfaces } from '@oclif/core';
import type { CommandTable } from './named-command.ts';
import { launch, namedCommand } from './named-command.ts';

/** Resolves once everything written has left the process, or its reader is gone. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    // A stream that failed tells why a moment later
    if (stream.destroyed) setImmediate(resolve);
    else stream.write('', () => resolve());
  });
}

/** The error of a failed write to stdout, such as on a full disk. */
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

async function runCommand(
  argv: string[],
  options: Interfaces.Options,
  commands: CommandTable,
): Promise<void> {
  const named = namedCommand(argv, commands);
  const command = named && commands[named.id];
  if (!command) {
    const { runByFramework } = await import('./framework.ts');
    return runByFramework(argv, options);
  }
  const { root } = options;
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  await launch(command, named, { root, version });
}

/**
 * Runs one command line and returns its exit code, once all its output is flushed. A command that is named in full and in
 * `commands` starts at once.
 */
export async function run(
  argv: string[],
  options: Interfaces.Options,
  commands: CommandTable = {},
): Promise<number> {
  catchStrays(argv);
  try {
    await runCommand(argv, options, commands);
    await flushed(process.stdout);
    if (outputFault !== undefined) throw outputFault;
    return 0;
  } catch (error) {
    return await reportFailure(error, argv);
  }
}
