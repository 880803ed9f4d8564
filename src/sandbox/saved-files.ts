import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StaticDecode, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { codeOf } from '../locks/error-code.ts';
import { makeFolder } from '../locks/make-folder.ts';
import { SandboxRefused } from './control/sandbox-errors.ts';

export const databasePath = (dataDir: string): string => join(dataDir, 'database');

export const filesPath = (dataDir: string): string => join(dataDir, 'files');

/** A running sandbox holds this lock, which is its database's. */
export const lockPath = (dataDir: string): string => join(databasePath(dataDir), 'lock');

/** Write permission for group and others. */
const WRITABLE = 0o022;

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** Throws SandboxRefused if others can write to it, since they could change keys and data. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  makeFolder(dataDir, 0o700);
  const own = process.getuid?.();
  // Windows has neither such owners nor such permissions.
  if (own === undefined) return;
  const { mode, uid } = await stat(dataDir);
  const refused = (what: string, mend: string) =>
    new SandboxRefused(
      'invalid_request',
      `${what}, who could change its keys and data. Choose another folder, or type: ${mend} ${quoted(dataDir)}`,
    );
  if (uid !== own) throw refused(`${dataDir} belongs to another user`, `chown ${own}`);
  if ((mode & WRITABLE) !== 0) throw refused(`${dataDir} is open to other users`, 'chmod go-w');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function writeBeside(path: string, content: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(beside, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return beside;
}

/** Atomic. Only the owner can read the file. */
export async function writeSynced(path: string, content: string): Promise<void> {
  const beside = await writeBeside(path, content);
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** Writes a file unless it exists. Returns whether this writer did. */
export async function writeOnce(path: string, content: string): Promise<boolean> {
  const beside = await writeBeside(path, content);
  try {
    await link(beside, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

/** Undefined if there is no file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined if there is no file. Throws if it does not match the schema. */
export async function readSaved<T extends TSchema>(
  path: string,
  schema: T,
): Promise<StaticDecode<T> | undefined> {
  const text = await readIfThere(path);
  return text === undefined ? undefined : Value.Decode(schema, JSON.parse(text));
}
