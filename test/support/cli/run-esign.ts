import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { removeFolder } from '../remove-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What a command line said and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command line. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it has written to stdout and stderr so far. */
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<Ended>;
}

/** A folder that is gone once the test ends. */
export async function makeTestFolder(files: Record<string, string | Buffer> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-command-'));
  onTestFinished(() => removeFolder(folder));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

/** How a command line is run. */
export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string | Buffer;
  /** Where the release is that is run; by default here. */
  readonly root?: string | undefined;
  /** Pipes stdout to a reader that goes away at once. */
  readonly isReaderGone?: boolean;
}

const TO_NOBODY = '"$@" | true; exit $PIPESTATUS';

/** Starts the built command line, with settings of its own and no environment but what is given. */
export async function startEsign(
  argv: readonly string[],
  options: RunOptions = {},
): Promise<Running> {
  const env = { PATH: process.env.PATH, ESIGN_CONFIG_DIR: await makeTestFolder(), ...options.env };
  const root = options.root ?? ROOT;
  const own = [process.execPath, join(root, 'bin/run.cjs'), ...argv];
  const piped = ['bash', '-c', TO_NOBODY, 'bash', ...own];
  const [command = '', ...rest] = options.isReaderGone ? piped : own;
  const child = spawn(command, rest, { cwd: root, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.end(options.stdin ?? '');
  const stdout = () => Buffer.concat(out).toString();
  const stderr = () => Buffer.concat(err).toString();
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
  });
  return { child, stdout, stderr, ended };
}

/** Runs the built command line to its end. */
export async function runEsign(...run: Parameters<typeof startEsign>): Promise<Ended> {
  return await (await startEsign(...run)).ended;
}
