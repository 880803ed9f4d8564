import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StaticDecode, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { codeOf } from '../locks/error-code.ts';

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
