import { codeOf } from '../../locks/error-code.ts';
import type { ConfigRefused, InstallationMismatch, Problem } from '../../service/index.ts';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';

/** The problems of a refused configuration; undefined for any other error. */
export function problemsIn(error: unknown): readonly Problem[] | undefined {
  const isRefused = error instanceof Error && error.name === 'ConfigRefused';
  return isRefused ? (error as ConfigRefused).problems : undefined;
}

function refused(problems: readonly Problem[], cause: unknown): CliError {
  const [first, ...others] = problems;
  const isOne = first !== undefined && others.length === 0;
  return new CliError({
    code: 'config_refused',
    what: isOne ? first.message : `the configuration has ${problems.length} problems`,
    faults: problems.map(({ setting, message, hint }) => ({
      setting,
      problem: message,
      next: hint,
    })),
    next: isOne ? first.hint : 'esign serve --print-example-config',
    exitCode: EXIT.configRefused,
    cause,
  });
}

const unreachable = (cause: Error) =>
  new CliError({
    code: 'database_unreachable',
    what: `the database does not answer: ${cause.message.replace(/\.$/, '')}`,
    next: 'esign serve --check',
    exitCode: EXIT.unreachable,
    cause,
  });

/** The wrong setting, by the name of the service's error. */
const SETTINGS: Readonly<Record<string, { readonly setting: string; readonly hint?: string }>> = {
  DatabaseRefused: { setting: 'database.url' },
  SchemaBehind: { setting: 'database.url', hint: 'esign admin migrate' },
  SchemaMismatch: { setting: 'database.url', hint: 'run that release, or correct database.url' },
  InvalidProxies: { setting: 'http.trusted_proxies' },
  BucketRefused: { setting: 'files.s3' },
};

type Mismatch = Error & Pick<InstallationMismatch, 'setting' | 'fault' | 'hint'>;

/** The class itself would load the service. */
const isMismatch = (error: Error): error is Mismatch => error.name === 'InstallationMismatch';

const refusedBy = (error: Mismatch) =>
  refused([{ setting: error.setting, message: error.fault, hint: error.hint }], error);

function refusedAtStart(error: Error): CliError | undefined {
  if (error.name === 'StoreUnavailable') return unreachable(error);
  if (isMismatch(error)) return refusedBy(error);
  const known = SETTINGS[error.name];
  if (known === undefined) return undefined;
  if ('reason' in error && error.reason === 'unreachable') return unreachable(error);
  const message = error.message.replace(/\.$/, '');
  const { setting, hint = `correct ${setting}` } = known;
  return refused([{ setting, message, hint }], error);
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission to listen there',
  EADDRNOTAVAIL: 'it is not an address of this machine',
  ENOTFOUND: 'the host has no address',
};

function cannotListen(cause: unknown, code: string): CliError | undefined {
  const fault: { address?: string; port?: number; setting?: string } = Object(cause);
  const { address = '', port = '', setting = 'http' } = fault;
  if (code === 'EADDRINUSE') {
    return new CliError({
      code: 'port_in_use',
      what: `${setting}.port ${port} on ${address} is already in use`,
      next: `set another ${setting}.port, or stop the program that has it`,
      exitCode: EXIT.usage,
      cause,
    });
  }
  const why = LISTEN_FAULTS[code];
  if (why === undefined || Object(cause).syscall === undefined) return undefined;
  return new CliError({
    code: 'cannot_listen',
    what: `the address of ${setting}.host cannot be listened on`,
    why,
    next: `set another ${setting}.host or ${setting}.port`,
    exitCode: EXIT.usage,
    cause,
  });
}

export function serveError(error: unknown): unknown {
  const problems = problemsIn(error);
  if (problems) return refused(problems, error);
  if (!(error instanceof Error)) return error;
  const atStart = refusedAtStart(error);
  if (atStart) return atStart;
  const code = codeOf(error);
  return (typeof code === 'string' && cannotListen(error, code)) || error;
}
