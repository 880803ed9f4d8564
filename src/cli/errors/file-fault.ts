const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EEXIST: 'the file exists already',
};

export function fileFault(error: unknown): string | undefined {
  const isFault = error instanceof Error && 'syscall' in error && 'code' in error;
  return isFault ? WORDS[String(error.code)] : undefined;
}
