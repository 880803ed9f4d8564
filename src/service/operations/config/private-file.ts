import { readFileSync, statSync } from 'node:fs';

const KEY_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads a secret key of 32 bytes. @throws {UnusableFile} */
export function readKey(file: string): Buffer {
  const text = readPrivateFile(file).toString().trim();
  const key = Buffer.from(text, 'base64');
  if (BASE64.test(text) && key.length === KEY_BYTES) return key;
  const fault = `${file} does not hold ${KEY_BYTES} bytes in base64`;
  throw new UnusableFile(fault, 'correct the path, or restore the key from a backup');
}

/** Permissions of users other than the owner and the group. */
const OTHERS = 0o007;

/** A file that cannot be used; `message` is a sentence without a full stop. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read by this user',
  EISDIR: 'is a folder',
};

function unusable(path: string, error: unknown): UnusableFile {
  const { code = '' }: { code?: string } = Object(error);
  const hint = code === 'ENOENT' ? 'create it, or correct the path' : `ls -ld ${path}`;
  return new UnusableFile(`${path} ${FAULTS[code] ?? 'cannot be read'}`, hint);
}

/** @throws {UnusableFile} */
export function readSetFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Reads a secret. @throws {UnusableFile} also when other users have any access to the file */
export function readPrivateFile(path: string): Buffer {
  const content = readSetFile(path);
  if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0) {
    throw new UnusableFile(`other users can access ${path}`, `chmod o-rwx ${path}`);
  }
  return content;
}
