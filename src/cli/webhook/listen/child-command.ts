import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { fileFault } from '../../errors/file-fault.ts';
import { usageError } from '../../errors/usage-error.ts';

export interface ChildCommand {
  readonly program: string;
  readonly args: readonly string[];
}

export interface ChildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Sends its output to stderr, because stdout is for JSON lines. */
  readonly isStdoutTaken: boolean;
  /** Sends SIGTERM, then SIGKILL; ignored for the reason `stopped`, a signal forwarded anyway. */
  readonly stop: AbortSignal;
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PATIENCE_MS = 5000;
const BY_SIGNAL = 128;

/** Splits off the command after `--`. Throws a `CliError` (exit 2) if that command is empty. */
export function splitAtDashes(
  argv: readonly string[],
  commandId: string,
): { own: string[]; child: ChildCommand | undefined } {
  const at = argv.indexOf('--');
  if (at === -1) return { own: [...argv], child: undefined };
  const [program, ...args] = argv.slice(at + 1);
  if (program === undefined) throw usageError(['a command is missing after --'], commandId);
  return { own: argv.slice(0, at), child: { program, args } };
}

function cannotRun({ program }: ChildCommand, cause: unknown): CliError {
  return new CliError({
    code: 'cannot_run',
    what: `"${program}" cannot be run`,
    why: fileFault(cause) ?? (cause instanceof Error ? cause.message : undefined),
    next: 'put a program after --; for a shell command: -- sh -c "…"',
    exitCode: EXIT.usage,
    cause,
  });
}

/** Ctrl-C on a terminal reaches the whole process group, so it is not forwarded. */
const reachesChild = (signal: NodeJS.Signals): boolean =>
  signal === 'SIGINT' && process.stdin.isTTY === true;

/** The exit code, or 128 plus a signal's number. Throws a `CliError` (exit 2) if it cannot run. */
export async function runChild(command: ChildCommand, options: ChildOptions): Promise<number> {
  const { program, args } = command;
  const { env, isStdoutTaken, stop } = options;
  const stdout = isStdoutTaken ? 2 : 'inherit';
  const child = spawn(program, args, { env, stdio: ['inherit', stdout, 'inherit'] });
  let patience: NodeJS.Timeout | undefined;
  const pass = (signal: NodeJS.Signals): void => {
    if (!reachesChild(signal)) child.kill(signal);
  };
  const end = (): void => {
    if (stop.reason === 'stopped') return;
    child.kill('SIGTERM');
    patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  };
  for (const signal of FORWARDED) process.on(signal, pass);
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(cannotRun(command, error)));
      child.once('exit', (code, signal) =>
        resolve(code ?? BY_SIGNAL + (signal ? constants.signals[signal] : 0)),
      );
    });
  } finally {
    clearTimeout(patience);
    stop.removeEventListener('abort', end);
    for (const signal of FORWARDED) process.off(signal, pass);
  }
}
