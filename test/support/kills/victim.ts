import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';

/** A process that is killed, at the latest when the test ends. */
export interface Victim {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  /** The whole lines that it has printed so far. */
  lines(): string[];
}

/** Starts a bundled script to be killed. */
export function startVictim(script: string, args: readonly string[]): Victim {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { child, lines: () => Buffer.concat(chunks).toString().split('\n').slice(0, -1) };
}

/** Waits for more than so many lines, and for a moment, then kills the process. Returns all that it printed. */
export async function killVictim(
  { child, lines }: Victim,
  { done, longestPauseMs }: { readonly done: number; readonly longestPauseMs: number },
): Promise<string[]> {
  const isDone = () => expect(lines().length).toBeGreaterThan(done);
  await vi.waitFor(isDone, { timeout: 60_000, interval: 5 });
  await pause(Math.random() * longestPauseMs);
  expect(child.exitCode, 'it ended by itself').toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
  return lines();
}
