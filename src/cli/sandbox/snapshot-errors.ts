import { SaveFileError } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { fileFault } from '../errors/file-fault.ts';

export function snapshotError(error: unknown): unknown {
  if (error instanceof SaveFileError) {
    const exists = error.reason === 'exists';
    return new CliError({
      code: `file_${error.reason}`,
      what: error.message,
      why: fileFault(error.cause),
      next: exists ? 'pass --force to overwrite it, or name another file' : 'name another file',
      exitCode: EXIT.usage,
      cause: error,
    });
  }
  if (!(error instanceof Error) || error.name !== 'DataFolderInUse') return error;
  const pid = 'pid' in error ? error.pid : undefined;
  const what = error.message.replace(/\.$/, '');
  const next = pid === undefined ? 'stop it with Ctrl-C' : `kill ${pid}`;
  const code = 'data_folder_in_use';
  return new CliError({ code, what, next, exitCode: EXIT.usage, cause: error });
}
