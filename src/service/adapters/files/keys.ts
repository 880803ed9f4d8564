import { FileExists, FileMissing } from '../../ports/file-store.ts';

/** Names begin with a letter or a digit, which excludes `..` and files of the store itself. */
const KEY = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;

/** Name of the marker, which is no key. */
export const MARKER = '.esign-installation';

/** Returns a key unchanged. @throws {RangeError} for one that could lead elsewhere */
export function checkedKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new RangeError(`${JSON.stringify(key)} is not a key of the file store.`);
}

/** The error for a key that has a file with other bytes. */
export const existsOtherwise = (key: string): FileExists =>
  new FileExists(`${key} is stored already, with other bytes.`);

/** The error for a key that has no file. */
export const isMissing = (key: string, cause: unknown): FileMissing =>
  new FileMissing(`There is no file ${key}.`, { cause });
