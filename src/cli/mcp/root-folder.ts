import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { unreadableFile } from '../input/read-input-file.ts';

export interface RootedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface RootFolder {
  /**
   * Throws a `CliError` (exit 2) for a path that leads outside (also through `..` or symbolic
   * links), for anything but a file, and for more than `most` bytes.
   */
  readonly read: (path: string, most: number) => Promise<RootedFile>;
}

/** One error for files outside and missing ones, so that it does not reveal which files exist. */
function noSuchFile(): CliError {
  return new CliError({
    code: 'file_not_below_root',
    what: 'there is no such file below the folder of --root',
    next: 'name a file by its path from the folder that esign mcp was started with as --root',
    exitCode: EXIT.usage,
  });
}

function tooLarge(most: number): CliError {
  return new CliError({
    code: 'file_too_large',
    what: `the file has more than ${most} bytes`,
    exitCode: EXIT.usage,
  });
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..';
}

async function readBelow(folder: string, path: string, most: number): Promise<RootedFile> {
  const real = await realpath(resolve(folder, path)).catch(() => undefined);
  if (real === undefined || !isBelow(folder, real)) throw noSuchFile();
  // A pipe would block, and a link may have been created meanwhile
  const how = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(real, how).catch(() => undefined);
  if (!file) throw noSuchFile();
  try {
    const found = await file.stat();
    if (!found.isFile()) throw noSuchFile();
    if (found.size > most) throw tooLarge(most);
    return { name: basename(path), bytes: await file.readFile() };
  } finally {
    await file.close();
  }
}

/** Throws a `CliError` (exit 2) if there is no such folder. */
export async function openRootFolder(path: string): Promise<RootFolder> {
  const folder = await realpath(path).catch((cause: unknown) => {
    throw unreadableFile(path, 'the files', cause);
  });
  if (!(await stat(folder)).isDirectory())
    throw new CliError({
      code: 'not_a_folder',
      what: `--root: "${path}" is not a folder`,
      exitCode: EXIT.usage,
    });
  return { read: (file, most) => readBelow(folder, file, most) };
}
