import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOT } from '../build/paths.ts';

const run = promisify(execFile);

/** The built command. */
export const BIN = join(ROOT, 'bin/run.cjs');

/** The environment without settings of `esign`, which would override the file. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('ESIGN_')),
);

/** Runs `esign admin` to its end. Returns what it printed, JSON. */
export async function runAdmin(config: string, ...argv: readonly string[]): Promise<string> {
  const args = [BIN, 'admin', ...argv, '--config', config, '--json'];
  return (await run(process.execPath, args, { env })).stdout;
}

/**
 * Starts `esign serve`, with settings as variables; resolves once it is ready. It is in a process group of its own, so that Ctrl-C
 * does not reach it too.
 */
export async function startServe(
  config: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [BIN, 'serve', '--config', config, '--json'], {
    env: { ...env, ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`esign serve ended with ${code}`);
  });
  const ready = once(createInterface({ input: child.stdout }), 'line');
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  return child;
}

/** Ends a process, and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
