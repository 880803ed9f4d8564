import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { LIMITS } from '../contract/limits.ts';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';
import { readStdin } from './read-stdin.ts';

/** A PDF read for upload, and the name it goes by. */
export interface UploadFile {
  readonly bytes: Buffer;
  readonly name: string;
}

function refused(code: string, what: string): CliError {
  return new CliError({ code, what, exitCode: EXIT.usage });
}

/** Reads a PDF, or stdin for `-`. Throws a `CliError` (exit 2) when it cannot be read or is larger than the service takes. */
export async function readUploadFile(path: string): Promise<UploadFile> {
  if (path === '-') return { bytes: await readStdin('the PDF'), name: 'document.pdf' };
  const found = await stat(path).catch(() => undefined);
  if (!found) {
    throw new CliError({
      code: 'no_such_file',
      what: `there is no file "${path}"`,
      next: 'check the path',
      exitCode: EXIT.usage,
    });
  }
  if (found.isDirectory()) throw refused('not_a_file', `"${path}" is a folder`);
  if (found.size > LIMITS.pdfBytes)
    throw refused('file_too_large', `"${path}" is larger than 10 MB, the most that is taken`);
  return { bytes: await readFile(path), name: basename(path) };
}
