const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk can only be read',
  EEXIST: 'a file stands there already',
};

/** Why the system would not read or write a file, in words; undefined for any other error. */
export function fileFault(error: unknown): string | undefined {
  const isFault = error instanceof Error && 'syscall' in error && 'code' in error;
  return isFault ? WORDS[String(error.code)] : undefined;
}
