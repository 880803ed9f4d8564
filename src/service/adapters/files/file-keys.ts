import { FileExists, FileMissing } from '../../ports/file-store.ts';

/** Names begin with a letter or digit, which excludes `..` and the store's own files. */
const KEY = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;

/** Not a valid key: clients can't overwrite it. */
export const MARKER = '.esign-installation';

/** Returns a valid key unchanged. @throws {RangeError} for one that could lead elsewhere */
export function checkedKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new RangeError(`${JSON.stringify(key)} is not a key of the file store.`);
}

export const existsOtherwise = (key: string): FileExists =>
  new FileExists(`${key} is stored already, with other bytes.`);

export const isMissing = (key: string, cause: unknown): FileMissing =>
  new FileMissing(`There is no file ${key}.`, { cause });
