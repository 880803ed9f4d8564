import type { Readable } from 'node:stream';
import type { StoredFile } from '../domain/document.ts';

/** Keeps files under keys such as `documents/<id>/original.pdf`; what is stored is whole and on disk. */
export interface FileStore {
  /**
   * Stores a stream, hashing it on the way: written beside, synced, renamed. Nothing remains of one that fails or
   * exceeds `maxBytes`.
   * @throws {FileTooLarge} when more than `maxBytes` arrive
   */
  write(
    key: string,
    content: Readable | Buffer,
    options?: { maxBytes?: number },
  ): Promise<StoredFile>;
  /** The whole file. */
  read(key: string): Promise<Buffer>;
  /** The file as a stream; `bytes` is its size. */
  open(key: string): Promise<{ stream: Readable; bytes: number }>;
  /** A path that a child process can read or write; a written one is synced and known by `adopt`. */
  localPath(key: string): Promise<string>;
  /** Hashes and syncs a file that another process wrote at `localPath(key)`. */
  adopt(key: string): Promise<StoredFile>;
  /** Removes a file; one that is missing is no error. */
  remove(key: string): Promise<void>;
  /** Removes what is old and not in use, and what broken writes of that age left; answers how many files. */
  sweep(sweep: Sweep): Promise<number>;
}

/** What a sweep looks at, and what it keeps. */
export interface Sweep {
  /** Beginning of the keys that are looked at, up to a slash, such as `documents`. */
  readonly below: string;
  /** Real time since a file was written, in milliseconds: what is younger is kept unasked. */
  readonly olderThanMs: number;
  /** Those of these keys that are in use, and maybe others that are. */
  inUse(keys: readonly string[]): Promise<readonly string[]>;
  /** Ends the sweep early. */
  readonly signal: AbortSignal;
}

/** More bytes arrived than allowed. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}
