import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { removeFolder } from '../remove-folder.ts';
import { seedAuthority } from '../trust/seed-authority.ts';

const BIN = fileURLToPath(new URL('../../../bin/run.cjs', import.meta.url));

/** What a command said and how it ended. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with settings of its own, in which the built command is run as a person would. */
export interface Workplace {
  readonly folder: string;
  /** Every line that any command here wrote, but those of `start`. */
  readonly said: string[];
  run(...args: readonly string[]): Promise<Ended>;
  runWith(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended>;
  /** Runs a command with something on its stdin. */
  feed(stdin: string | Buffer, ...args: readonly string[]): Promise<Ended>;
  /** Runs a command that has to succeed, with `--json`, and answers what it printed. */
  json<T = Record<string, unknown>>(...args: readonly string[]): Promise<T>;
  /** Starts a command that goes on; `lines` are those of its stdout. */
  start(...args: readonly string[]): Started;
  /** The words and the surroundings of a command, for whoever runs it by other means. */
  command(...args: readonly string[]): { words: string[]; cwd: string; env: NodeJS.ProcessEnv };
  close(): Promise<void>;
}

/** A command that goes on until it is told to end. */
export interface Started {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
  readonly stderr: () => string;
  /** Its exit code, once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Makes a workplace, with further variables for each command; closing it ends what was started in it and removes it. */
export async function openWorkplace(variables: NodeJS.ProcessEnv = {}): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-e2e-'));
  const config = join(folder, 'config');
  const own = { PATH: process.env.PATH, HOME: folder, ESIGN_CONFIG_DIR: config, ...variables };
  const said: string[] = [];
  const started: Started[] = [];
  const execute = (env: NodeJS.ProcessEnv, stdin: string | Buffer, args: readonly string[]) =>
    new Promise<Ended>((resolve) => {
      const options = { cwd: folder, env: { ...own, ...env } };
      const child = execFile(process.execPath, [BIN, ...args], options, (error, stdout, stderr) => {
        said.push(stdout, stderr);
        const code = error ? Number(child.exitCode ?? 128) : 0;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(stdin);
    });
  const runWith = (env: NodeJS.ProcessEnv, ...args: readonly string[]) => execute(env, '', args);
  const run = (...args: readonly string[]) => runWith({}, ...args);
  const place: Workplace = {
    folder,
    said,
    run,
    runWith,
    feed: (stdin, ...args) => execute({}, stdin, args),
    async json<T>(...args: readonly string[]) {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0) throw new Error(`esign ${args.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as T;
    },
    start(...args) {
      const one = startOne(args, { cwd: folder, env: own });
      started.push(one);
      return one;
    },
    command: (...args) => ({ words: [process.execPath, BIN, ...args], cwd: folder, env: own }),
    async close() {
      for (const one of started) await one.stop('SIGKILL');
      await removeFolder(folder);
    },
  };
  return place;
}

function startOne(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn(process.execPath, [BIN, ...args], options);
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    lines,
    stderr: () => stderr,
    ended,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return await ended;
    },
  };
}

/** What `sandbox start --json` prints. */
export interface SandboxLine {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly dashboardUrl: string;
  readonly inboxUrl: string;
  readonly dataDir: string;
  readonly pid: number;
}

/** Starts a sandbox in a workplace and waits until it serves. */
export async function startSandboxIn(
  place: Workplace,
  ...args: readonly string[]
): Promise<Started & { readonly sandbox: SandboxLine }> {
  const folder = join(place.folder, 'sandbox');
  await seedAuthority(folder);
  const data = args.includes('--ephemeral') ? [] : ['--data-dir', folder];
  const started = place.start('sandbox', 'start', '--port', '0', ...data, '--json', ...args);
  const { value, done } = await started.lines.next();
  if (done) throw new Error(`the sandbox did not start: ${started.stderr()}`);
  return { ...started, sandbox: JSON.parse(value) };
}
