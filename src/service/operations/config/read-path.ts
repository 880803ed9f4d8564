import { resolve } from 'node:path';
import type { Reading } from './reading.ts';

/** PEM, or 32 bytes in base64. Messages about a path show it, and must not show these. */
const CONTENT = /-----BEGIN|\n|^[A-Za-z0-9+/]{43}=$/;

/** Makes a path absolute; undefined, with a problem, if it is a file's content instead. */
export function readPath(
  text: string,
  { setting, path, folder }: { setting: string; path: readonly string[]; folder: string },
  { problems, refused }: Reading,
): string | undefined {
  if (!CONTENT.test(text)) return resolve(folder, text);
  refused.add(path.join('.'));
  problems.push({
    setting,
    message: `${setting} must be the path of a file, not its content`,
    hint: 'write the content to a private file, and name that',
  });
  return undefined;
}
