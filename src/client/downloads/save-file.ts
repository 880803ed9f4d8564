import { createHash, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SaveFileError } from '../errors/usage-errors.ts';
import type { OptionNames } from '../options/check-options.ts';
import { checkOptions } from '../options/check-options.ts';

/** A file that was written. */
export interface SavedFile {
  /** Absolute path. */
  readonly path: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Options of `saveFile`. */
export interface SaveOptions {
  /** Replaces an existing file; a symbolic link is neither replaced nor followed. */
  readonly force?: boolean | undefined;
  /** Permission bits, such as 0o600; defaults to the process's. */
  readonly mode?: number | undefined;
}

const SAVE_OPTIONS: OptionNames<SaveOptions> = { force: true, mode: true };

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

async function checkDestination(path: string, force: boolean): Promise<void> {
  const found = await lstat(path).catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw new SaveFileError('unwritable', path, cause);
  });
  if (found === undefined) return;
  if (found.isSymbolicLink()) throw new SaveFileError('symlink', path);
  if (!found.isFile()) throw new SaveFileError('not_a_file', path);
  if (!force) throw new SaveFileError('exists', path);
}

async function writeAll(
  stream: AsyncIterable<Uint8Array>,
  file: FileHandle,
): Promise<Omit<SavedFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    await file.writeFile(chunk);
  }
  await file.sync();
  return { bytes, sha256: hash.digest('hex') };
}

/** Linking fails if the path exists by now; renaming would replace it. */
async function putInPlace(beside: string, path: string, force: boolean): Promise<void> {
  if (force) {
    await rename(beside, path);
    return;
  }
  try {
    await link(beside, path);
  } catch (cause) {
    if (!hasCode(cause, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK')) throw cause;
    await checkDestination(path, force);
    await rename(beside, path);
    return;
  }
  await unlink(beside);
}

async function syncFolder(folder: string): Promise<void> {
  // Some systems cannot open folders; the file's own bytes are on disk by now
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function openBeside(
  beside: string,
  path: string,
  mode: number | undefined,
): Promise<FileHandle> {
  try {
    return await open(beside, 'wx', mode);
  } catch (cause) {
    throw new SaveFileError('unwritable', path, cause);
  }
}

const asSaveError = (error: unknown, path: string): unknown => {
  if (hasCode(error, 'EEXIST')) return new SaveFileError('exists', path, error);
  const isSystemError = error instanceof Error && 'syscall' in error;
  return isSystemError ? new SaveFileError('unwritable', path, error) : error;
};

/**
 * Writes a stream completely or not at all: to a temporary file in the same folder, synced to disk,
 * then moved into place. A failed stream leaves nothing behind. Throws `SaveFileError`,
 * `InvalidArgumentError` for an unknown option, and the stream's own errors.
 */
export async function saveFile(
  stream: AsyncIterable<Uint8Array>,
  path: string,
  options: SaveOptions = {},
): Promise<SavedFile> {
  checkOptions(options, SAVE_OPTIONS);
  const { force = false, mode } = options;
  const target = resolve(path);
  await checkDestination(target, force);
  const beside = join(dirname(target), `.esign-${randomBytes(8).toString('hex')}.part`);
  const file = await openBeside(beside, target, mode);
  try {
    const written = await writeAll(stream, file).finally(() => file.close());
    if (force) await checkDestination(target, force);
    await putInPlace(beside, target, force);
    await syncFolder(dirname(target));
    return { path: target, ...written };
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    throw asSaveError(error, target);
  }
}
