import type { Readable } from 'node:stream';
import type { StoredFile } from '../core/documents/document.rules.ts';

/** Files under keys like `documents/<id>/original.pdf`: complete, durable, and never changed. */
export interface FileStore {
  /**
   * A failure leaves nothing behind. Storing the same bytes under a key again succeeds.
   * @throws {FileTooLarge} when more than `maxBytes` arrive
   * @throws {FileExists} when the key has a file with other bytes, which stays
   * @throws {FilesUnavailable}
   */
  write(
    key: string,
    content: Readable | Buffer,
    options?: { maxBytes?: number },
  ): Promise<StoredFile>;
  /**
   * `path` is in a `withFolder` folder; don't reuse it. @throws {FileExists}, {FilesUnavailable}
   */
  create(key: string, path: string): Promise<StoredFile>;
  /** @throws {FileMissing}, {FileDamaged}, {FilesUnavailable} */
  read(key: string, expected?: ExpectedFile): Promise<Buffer>;
  /**
   * Streams a file or a range; `bytes` is the size of the whole file. A whole file that differs
   * from `expected` is cut before its end, with FileDamaged. A range is not checked.
   * @throws {FileMissing}, {FilesUnavailable}
   */
  open(key: string, options?: OpenOptions): Promise<{ stream: Readable; bytes: number }>;
  /** The path is for child processes. @throws {FileMissing}, {FileDamaged}, {FilesUnavailable} */
  withLocalCopy<T>(
    key: string,
    work: (path: string) => Promise<T>,
    expected?: ExpectedFile,
  ): Promise<T>;
  /**
   * The folder is removed when the work ends.
   * @throws {FilesUnavailable} when the work, even in a child process, runs out of space
   */
  withFolder<T>(work: (folder: LocalFolder) => Promise<T>): Promise<T>;
  /** Does nothing if there is no file. @throws {FilesUnavailable} */
  remove(key: string): Promise<void>;
  /** Moves a file to the trash, if it exists. @throws {FilesUnavailable} */
  discard(key: string): Promise<void>;
  /** The installation's marker; undefined if there is none. @throws {FilesUnavailable} */
  readMarker(): Promise<string | undefined>;
  /** Writing the same text again succeeds. @throws {FileExists} when the marker has another text */
  createMarker(text: string): Promise<void>;
  /** Ignores the marker and leftovers of failed writes. */
  isEmpty(): Promise<boolean>;
  /** Free share of the volume for uploads, from 0 to 1, some seconds old; undefined if unknown. */
  freeShare(): Promise<number | undefined>;
  /** Closes connections; nothing can be used afterwards. Closing again does nothing. */
  close(): Promise<void>;
  /**
   * Moves old unused files to the trash, and removes old leftovers of failed writes. Returns how
   * many files it moved. Any number of processes can sweep concurrently.
   * @throws {TooManyUnused} before moving any, when the database must be the wrong one
   */
  sweep(sweep: Sweep): Promise<number>;
  /** Deletes old trash by the day. Returns how many days it deleted. */
  emptyTrash(emptying: TrashEmptying): Promise<number>;
}

/** From the file's row. */
export type ExpectedFile = Pick<StoredFile, 'sha256' | 'bytes'>;

export interface OpenOptions {
  readonly range?: ByteRange | undefined;
  readonly expected?: ExpectedFile | undefined;
}

/** In bytes from 0; `end` is included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A private folder on this machine, shared with child processes. */
export interface LocalFolder {
  /** The path of a file in it, which need not exist. */
  path(name: string): string;
  /** Returns the file's path. */
  write(name: string, content: Buffer | AsyncIterable<Buffer>): Promise<string>;
  read(name: string): Promise<Buffer>;
}

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

export interface TrashEmptying {
  /** How long files stay in it, in milliseconds of real time. */
  readonly olderThanMs: number;
  readonly signal: AbortSignal;
}

/** More files are unused than can be right: over 1000, and over 1 % of those seen. */
export class TooManyUnused extends Error {
  override readonly name = 'TooManyUnused';
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** The key has a file with other bytes. */
export class FileExists extends Error {
  override readonly name = 'FileExists';
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** A stored file differs from its row. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged';
}

/** The files cannot be reached, or have no space left. Trying again later may help. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
}

/** Too little space for uploads. Other files still fit. */
export class FilesNearlyFull extends FilesUnavailable {}
