import { InvalidMailServer } from '../service/index.ts';
import { SandboxRefused } from './control/sandbox-errors.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { isSystemError } from './write-synced.ts';

const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'];
const NOT_ALLOWED = ['EACCES', 'EPERM', 'EROFS'];

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  codes.some((code) => isSystemError(error, code));

const cameFrom = (error: unknown, syscall: string): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === syscall;

/** Why a sandbox did not start, in words where the system's error has its cause in what was asked for; else that error. */
export function explainStart(
  error: unknown,
  { host, port, dataDir }: Pick<SandboxOptions, 'host' | 'port' | 'dataDir'>,
): unknown {
  const refused = (message: string) =>
    new SandboxRefused('invalid_request', message, { cause: error });
  if (error instanceof InvalidMailServer) return refused(error.message);
  if (isOneOf(error, NO_ADDRESS)) return refused(`${host} is no address of this machine.`);
  if (cameFrom(error, 'listen') && isOneOf(error, NOT_ALLOWED)) {
    return refused(`You may not listen on port ${port}. Take one above 1023.`);
  }
  if (isOneOf(error, ['EEXIST', 'ENOTDIR'])) {
    return refused(`${dataDir} is no folder. Name another for the data.`);
  }
  if (!isOneOf(error, NOT_ALLOWED)) return error;
  return refused(`You may not write to ${dataDir}. Name another folder for the data.`);
}
