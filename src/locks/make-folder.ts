import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './error-code.ts';

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a folder and those above it, all with `mode`. Throws file system errors. Node's own
 * recursive `mkdir` never ends where no folder can be made, such as below `/proc`.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile
    if (isFolder(path)) return;
    if (codeOf(error) !== 'ENOENT' || isFolder(above)) throw error;
    makeFolder(above, mode);
    makeFolder(path, mode);
  }
}
