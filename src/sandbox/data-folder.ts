import { stat } from 'node:fs/promises';
import { join } from 'node:path';
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
