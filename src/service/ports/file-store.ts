import type { Readable } from 'node:stream';
import type { StoredFile } from '../domain/documents/document.ts';

/** Stores files under keys such as `documents/<id>/original.pdf`. A stored file is complete, durable, and never changed. */
export interface FileStore {
  /**
   * Stores and hashes a stream or a buffer. Leaves nothing behind when it fails or exceeds `maxBytes`. Storing the same
   * bytes under a key again succeeds.
   * @throws {FileTooLarge} when more than `maxBytes` arrive
   * @throws {FileExists} when the key has a file with other bytes, which stays as it is
   * @throws {FilesUnavailable} when they cannot be stored now
   */
  write(
    key: string,
    content: Readable | Buffer,
    options?: { maxBytes?: number },
  ): Promise<StoredFile>;
  /**
   * Stores a file that a child process wrote in a folder of `withFolder`. Its path must not be used afterwards.
   * @throws {FileExists}, {FilesUnavailable} as `write`
   */
  create(key: string, path: string): Promise<StoredFile>;
  /** The whole file. @throws {FileMissing}, {FileDamaged}, {FilesUnavailable} */
  read(key: string, expected?: ExpectedFile): Promise<Buffer>;
  /**
   * The file, or a range of it, as a stream; `bytes` is the size of the whole file. A whole file that differs from
   * `expected` is cut before its end, with FileDamaged. A range is not checked.
   * @throws {FileMissing}, {FilesUnavailable}
   */
  open(key: string, options?: OpenOptions): Promise<{ stream: Readable; bytes: number }>;
  /**
   * Runs work on a path that a child process can read while the work lasts.
   * @throws {FileMissing}, {FileDamaged}, {FilesUnavailable}
   */
  withLocalCopy<T>(
    key: string,
    work: (path: string) => Promise<T>,
    expected?: ExpectedFile,
  ): Promise<T>;
  /**
   * Runs work with a folder of its own on this machine, removed when the work has ended.
   * @throws {FilesUnavailable} when the work fails for want of space, also in a child process
   */
  withFolder<T>(work: (folder: LocalFolder) => Promise<T>): Promise<T>;
  /** Removes a file, if it exists. @throws {FilesUnavailable} */
  remove(key: string): Promise<void>;
  /** Moves a file to the trash, if it exists. @throws {FilesUnavailable} */
  discard(key: string): Promise<void>;
  /** The text of the marker, which says whose files these are; undefined where there is none. @throws {FilesUnavailable} */
  readMarker(): Promise<string | undefined>;
  /** Writes the marker. Writing the same text again succeeds. @throws {FileExists} when it has another text */
  createMarker(text: string): Promise<void>;
  /** Whether there are no files, apart from the marker and what failed writes left. */
  isEmpty(): Promise<boolean>;
  /**
   * The share of the volume where uploads arrive that is free, from 0 to 1, as of some seconds ago; undefined where the
   * system does not say.
   */
  freeShare(): Promise<number | undefined>;
  /** Closes connections; nothing can be used afterwards. Closing again does nothing. */
  close(): Promise<void>;
  /**
   * Moves old files that are not in use to the trash, and removes old leftovers of failed writes. Returns how many files
   * were moved. Any number of processes can sweep concurrently.
   * @throws {TooManyUnused} before anything was moved, when so many are unused that the database must be the wrong one
   */
  sweep(sweep: Sweep): Promise<number>;
  /** Deletes what was moved to the trash longer ago, by the day. Returns how many days of trash were deleted. */
  emptyTrash(emptying: TrashEmptying): Promise<number>;
}

/** Expected size and hash of a file, from its row. */
export type ExpectedFile = Pick<StoredFile, 'sha256' | 'bytes'>;

/** How to open a file. */
export interface OpenOptions {
  readonly range?: ByteRange | undefined;
  readonly expected?: ExpectedFile | undefined;
}

/** A range of a file, in bytes from 0; `end` is included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A private folder on this machine, for files that child processes read and write. */
export interface LocalFolder {
  /** The path of a file in it, which need not exist. */
  path(name: string): string;
  /** Writes a file. Returns its path. */
  write(name: string, content: Buffer | AsyncIterable<Buffer>): Promise<string>;
  read(name: string): Promise<Buffer>;
}

/** Options of a sweep. */
export interface Sweep {
  /** Folder to sweep, such as `documents`. */
  readonly below: string;
  /** Minimum age of files that are moved, in milliseconds of real time. */
  readonly olderThanMs: number;
  /** Returns the keys that are in use; may return further keys. */
  inUse(keys: readonly string[]): Promise<readonly string[]>;
  /** Ends the sweep early. */
  readonly signal: AbortSignal;
}

/** Options of emptying the trash. */
export interface TrashEmptying {
  /** How long files stay in it, in milliseconds of real time. */
  readonly olderThanMs: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** A sweep found more files unused than can be right: more than 1000, and more than 1 % of those that it saw. */
export class TooManyUnused extends Error {
  override readonly name = 'TooManyUnused';
}

/** More bytes arrived than allowed. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** The key has a file with other bytes. */
export class FileExists extends Error {
  override readonly name = 'FileExists';
}

/** There is no file of this key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** A stored file is not the one that its row describes. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged';
}

/** The files cannot be reached, or have no space left; trying again later may help. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
}

/** Their volume has so little space left that no uploads are taken; what else is stored still fits. */
export class FilesNearlyFull extends FilesUnavailable {}
