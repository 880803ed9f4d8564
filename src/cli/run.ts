import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Interfaces } from '@oclif/core';
import type { CommandTable } from './named-command.ts';
import { launch, namedCommand, withoutAliases } from './named-command.ts';
import { readEnvironment } from './profiles/profile.ts';
import { writeAscii } from './terminal/ascii-marks.ts';

/** Resolves once everything written has left the process, or its reader is gone. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    // A failed stream reports why a moment later
    if (stream.destroyed) setImmediate(resolve);
    else stream.write('', () => resolve());
  });
}

/** As in `EXIT`, whose file may be gone. */
const UNEXPECTED = 1;
const UNREPORTED =
  'error: esign failed and could not say why; it may have been updated or removed while it ran\nnext: run the command again\n';

/** The error of a failed write to stdout, such as on a full disk. */
let outputFault: unknown;
/** The exit code of the first reported failure. Later ones follow from it, so are not reported. */
let reported: Promise<number> | undefined;

async function report(error: unknown, argv: readonly string[]): Promise<number> {
  const { failedRun, outputFailed } = await import('./failed.ts');
  return failedRun(error === outputFault ? outputFailed(error) : error, argv);
}

function reportFailure(error: unknown, argv: readonly string[]): Promise<number> {
  reported ??= report(error, argv).catch(unreported);
  return reported;
}

/** Nothing can be reported without its files; a rejection would be reported again, endlessly. */
function unreported(): number {
  process.stderr.write(UNREPORTED);
  return UNEXPECTED;
}

/** Catches stdout failures and callback bugs. Without stderr, result and exit code still count. */
function catchStrays(argv: readonly string[]): void {
  process.stdout.on('error', (error: unknown) => {
    outputFault ??= error;
  });
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', async (error: unknown) => {
    process.exit(await reportFailure(error, argv));
  });
}

interface OwnOptions extends Pick<Interfaces.Config, 'root' | 'version'> {
  readonly repository: string | undefined;
}

function ownVersion({ root }: Interfaces.Options): OwnOptions {
  const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { root, version, repository: repository?.url };
}

async function runCommand(
  typed: string[],
  {
    options,
    own,
    commands,
  }: { options: Interfaces.Options; own: OwnOptions; commands: CommandTable },
): Promise<void> {
  const argv = withoutAliases(typed, commands);
  const named = namedCommand(argv, commands);
  const command = named && commands[named.id];
  if (command) return launch(command, named, own);
  const { runByFramework } = await import('./framework.ts');
  return runByFramework(argv, options);
}

/** Only after the command, and only on a terminal; no other run loads this. */
async function hintAtUpdate(argv: readonly string[], { root, ...own }: OwnOptions): Promise<void> {
  const { tellOfUpdate } = await import('./update/tell-of-update.ts');
  tellOfUpdate({ argv, ...own, script: join(root, 'dist/cli/ask-registry.cjs') });
  await flushed(process.stderr);
}

/** Returns the exit code once all output is flushed. Commands in `commands` start immediately. */
export async function run(
  argv: string[],
  options: Interfaces.Options,
  commands: CommandTable = {},
): Promise<number> {
  catchStrays(argv);
  if (readEnvironment().isAscii && !argv.includes('--json')) {
    writeAscii(process.stdout);
    writeAscii(process.stderr);
  }
  try {
    const own = ownVersion(options);
    await runCommand(argv, { options, own, commands });
    await flushed(process.stdout);
    if (outputFault !== undefined) throw outputFault;
    if (process.stderr.isTTY) await hintAtUpdate(argv, own);
    return 0;
  } catch (error) {
    return await reportFailure(error, argv);
  }
}
