import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { fileFault } from '../errors/file-fault.ts';
import { usageError } from '../errors/usage-error.ts';

/** A program to run without a shell. */
export interface ChildCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** How to run a program. */
export interface ChildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Sends its output to stderr, because stdout holds JSON lines. */
  readonly isStdoutTaken: boolean;
  /** Ends the program, first with SIGTERM, then with SIGKILL; does nothing if the reason is `stopped`, a signal that is forwarded anyway. */
  readonly stop: AbortSignal;
}

/** Signals that are forwarded. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Time between SIGTERM and SIGKILL. */
const PATIENCE_MS = 5000;
const BY_SIGNAL = 128;

/** Splits the words before `--` from the command after it. Throws a `CliError` (exit 2) for an empty command. */
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

/** Ctrl-C at a terminal reaches the whole process group, so it is not forwarded. */
const reachesChild = (signal: NodeJS.Signals): boolean =>
  signal === 'SIGINT' && process.stdin.isTTY === true;

/**
 * Runs a program and returns its exit code, or 128 plus the number of a signal. Forwards signals to it.
 * @throws {CliError} exit 2 when it cannot be run
 */
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
