import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SandboxRefused } from './control/sandbox-errors.ts';

/** The folder of the service's database. */
export const databasePath = (dataDir: string): string => join(dataDir, 'database');

/** The folder of the service's files. */
export const filesPath = (dataDir: string): string => join(dataDir, 'files');

/** The lock that a running sandbox holds: the one of its database. */
export const lockPath = (dataDir: string): string => join(databasePath(dataDir), 'lock');

/** The permissions of the group and of others to write. */
const WRITABLE = 0o022;

/** Quoted for a POSIX shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/**
 * Makes a data folder for its owner only, unless it is there.
 * @throws {SandboxRefused} when others can write to it: its keys and its data would be theirs to change
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const own = process.getuid?.();
  // Windows has neither owners of this kind nor such permissions
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
