import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { fileFault } from '../errors/file-fault.ts';
import { usageError } from '../errors/usage-error.ts';

/** A program to run, with its arguments; no shell reads them. */
export interface ChildCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** How a program is run. */
export interface ChildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Its output goes to stderr, because stdout holds JSON lines. */
  readonly isStdoutTaken: boolean;
  /** Ends it when it is aborted, politely, then not; a signal that came, for which the reason is `stopped`, is only passed on. */
  readonly stop: AbortSignal;
}

/** Signals that are passed on. */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long a program that is to end may take over it. */
const PATIENCE_MS = 5000;
const BY_SIGNAL = 128;

/** The words before `--`, and the command after it. Throws a `CliError` (exit 2) when there is none after it. */
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
    next: 'name a program after --; for a line of shell: -- sh -c "…"',
    exitCode: EXIT.usage,
    cause,
  });
}

/** Ctrl-C at a terminal reaches every process of the group by itself; once is enough. */
const comesByItself = (signal: NodeJS.Signals): boolean =>
  signal === 'SIGINT' && process.stdin.isTTY === true;

/**
 * Runs a program to its end and answers its exit code, 128 and more for a signal. Signals are passed on to it.
 * @throws {CliError} exit 2 when it cannot be run
 */
export async function runChild(command: ChildCommand, options: ChildOptions): Promise<number> {
  const { program, args } = command;
  const { env, isStdoutTaken, stop } = options;
  const stdout = isStdoutTaken ? 2 : 'inherit';
  const child = spawn(program, args, { env, stdio: ['inherit', stdout, 'inherit'] });
  let patience: NodeJS.Timeout | undefined;
  const pass = (signal: NodeJS.Signals): void => {
    if (!comesByItself(signal)) child.kill(signal);
  };
  const end = (): void => {
    if (stop.reason === 'stopped') return;
    child.kill('SIGTERM');
    patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  };
  for (const signal of PASSED_ON) process.on(signal, pass);
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
    for (const signal of PASSED_ON) process.off(signal, pass);
  }
}
