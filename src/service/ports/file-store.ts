import type { Readable } from 'node:stream';
import type { StoredFile } from '../domain/document.ts';

/** Stores files under keys such as `documents/<id>/original.pdf`. A stored file is complete and synced to disk. */
export interface FileStore {
  /**
   * Stores a stream and hashes it: written beside, synced, renamed. Leaves nothing behind when it fails or exceeds
   * `maxBytes`.
   * @throws {FileTooLarge} when more than `maxBytes` arrive
   */
  write(
    key: string,
    content: Readable | Buffer,
    options?: { maxBytes?: number },
  ): Promise<StoredFile>;
  /** The whole file. */
  read(key: string): Promise<Buffer>;
  /** The file, or a range of it, as a stream; `bytes` is the size of the whole file. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>;
  /** A path that a child process can read or write; call `adopt` after a write. */
  localPath(key: string): Promise<string>;
  /** Hashes and syncs a file that another process wrote at `localPath(key)`. */
  adopt(key: string): Promise<StoredFile>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes old files that are not in use, and old leftovers of failed writes. Returns how many. */
  sweep(sweep: Sweep): Promise<number>;
}

/** A range of a file, in bytes from 0; `end` is included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Options of a sweep. */
export interface Sweep {
  /** Folder to sweep, such as `documents`. */
  readonly below: string;
  /** Minimum age of removed files, in milliseconds of real time. */
  readonly olderThanMs: number;
  /** Returns the keys that are in use; may return further keys. */
  inUse(keys: readonly string[]): Promise<readonly string[]>;
  /** Ends the sweep early. */
  readonly signal: AbortSignal;
}

/** More bytes arrived than allowed. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}
