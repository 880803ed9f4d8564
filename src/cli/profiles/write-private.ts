import { renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../locks/make-folder.ts';

/** Writes to a temporary name, then renames it. Owner-only. Throws file system errors. */
export function writePrivate(path: string, text: string): void {
  makeFolder(dirname(path), 0o700);
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, path);
}
