import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type { ExpectedFile } from '../../ports/file-store.ts';
import { FileDamaged, FileExists, FileMissing, FileTooLarge } from '../../ports/file-store.ts';

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

export const hashBytes = (bytes: Buffer): ExpectedFile => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
});

export interface Incoming {
  readonly content: Readable | Buffer;
  readonly maxBytes?: number | undefined;
}

/** Handles a stream's early error, which would end the process. Reading still throws it. */
export function noteErrors({ content }: Incoming): void {
  if (!Buffer.isBuffer(content)) content.on('error', () => undefined);
}

/** Hashes content in chunks. @throws {FileTooLarge} when more than `maxBytes` arrive */
export async function pour(
  { content, maxBytes = Number.POSITIVE_INFINITY }: Incoming,
  take: (chunk: Uint8Array) => Promise<void>,
): Promise<ExpectedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const chunks: AsyncIterable<unknown> = Buffer.isBuffer(content)
    ? Readable.from([content])
    : content;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A file is written from bytes.');
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes arrived.`);
    hash.update(chunk);
    await take(chunk);
  }
  return { sha256: hash.digest('hex'), bytes };
}

const isSame = (one: ExpectedFile, other: ExpectedFile): boolean =>
  one.sha256 === other.sha256 && one.bytes === other.bytes;

function damaged(key: string, { sha256, bytes }: ExpectedFile): FileDamaged {
  const recorded = `${bytes} bytes with SHA-256 ${sha256}`;
  return new FileDamaged(`${key} is damaged: its bytes are not the recorded ${recorded}.`);
}

/** @throws {FileDamaged} */
export function assertExpected(
  key: string,
  found: ExpectedFile,
  expected: ExpectedFile | undefined,
): void {
  if (expected && !isSame(found, expected)) throw damaged(key, expected);
}

/** Passes a file on, but its last chunk only after a check. Fails with FileDamaged. */
export function checking(key: string, expected: ExpectedFile): Transform {
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > expected.bytes) return done(damaged(key, expected));
      if (held) this.push(held);
      held = chunk;
      done();
    },
    flush(done) {
      if (!isSame({ sha256: hash.digest('hex'), bytes }, expected))
        return done(damaged(key, expected));
      if (held) this.push(held);
      done();
    },
  });
}
