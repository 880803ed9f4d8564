import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FileStore } from '../../../src/service/ports/file-store.ts';
import { FileTooLarge } from '../../../src/service/ports/file-store.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const freshKey = () => `documents/${randomUUID()}/original.pdf`;

/** The contract of every file store. `open` opens an empty one. */
export function verifyFileStore(open: () => Promise<FileStore>): void {
  test('a buffer is kept under its key, with its hash and size', async () => {
    const files = await open();
    const key = freshKey();
    const bytes = randomBytes(100_000);
    const stored = await files.write(key, bytes);
    expect(stored).toEqual({ key, sha256: sha256(bytes), bytes: bytes.length });
    expect((await files.read(key)).equals(bytes)).toBe(true);
  });

  test('a stream is kept whole, whatever the size of its chunks', async () => {
    const files = await open();
    const key = freshKey();
    const chunks = [1, 70_000, 0, 3, 200_000].map((length) => randomBytes(length));
    const bytes = Buffer.concat(chunks);
    const stored = await files.write(key, Readable.from(chunks));
    expect(stored).toEqual({ key, sha256: sha256(bytes), bytes: bytes.length });
    const { stream, bytes: size } = await files.open(key);
    expect(size).toBe(bytes.length);
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  test('a range is read alone, both ends included, with the size of the whole', async () => {
    const files = await open();
    const key = freshKey();
    const content = randomBytes(200_000);
    await files.write(key, content);
    const { stream, bytes } = await files.open(key, { start: 70_000, end: 150_000 });
    expect(bytes).toBe(content.length);
    expect((await buffer(stream)).equals(content.subarray(70_000, 150_001))).toBe(true);
  });

  test('a sweep removes what is not in use, and keeps what is in use, younger or elsewhere', async () => {
    const files = await open();
    const [used, unused, other] = [freshKey(), freshKey(), `other/${randomUUID()}.pdf`];
    for (const key of [used, unused, other]) await files.write(key, Buffer.from(key));
    const asked: string[] = [];
    const inUse = async (keys: readonly string[]) => {
      asked.push(...keys);
      return [used];
    };
    const { signal } = new AbortController();
    const sweep = { below: 'documents', olderThanMs: -60_000, inUse, signal };
    expect(await files.sweep({ ...sweep, olderThanMs: 60_000 })).toBe(0);
    expect(asked).toEqual([]);
    expect(await files.sweep(sweep)).toBe(1);
    expect(asked.sort()).toEqual([used, unused].sort());
    await expect(files.read(unused)).rejects.toThrow();
    for (const key of [used, other]) expect((await files.read(key)).toString()).toBe(key);
  });

  test('a sweep asks about many files some at a time, and ends when it is told to', async () => {
    const files = await open();
    for (let index = 0; index < 450; index += 1) await files.write(freshKey(), Buffer.from('x'));
    const sizes: number[] = [];
    const stop = new AbortController();
    const inUse = async (keys: readonly string[]) => {
      sizes.push(keys.length);
      if (sizes.length === 2) stop.abort();
      return [];
    };
    const sweep = { below: 'documents', olderThanMs: -60_000, inUse, signal: stop.signal };
    expect(await files.sweep(sweep)).toBe(200);
    expect(sizes).toEqual([200, 200]);
    expect(await files.sweep({ ...sweep, signal: new AbortController().signal })).toBe(250);
    expect(await files.sweep({ ...sweep, signal: new AbortController().signal })).toBe(0);
  });

  test('an empty file is a file', async () => {
    const files = await open();
    const key = freshKey();
    expect(await files.write(key, Buffer.alloc(0))).toMatchObject({ bytes: 0 });
    expect(await files.read(key)).toHaveLength(0);
  });

  test('a stream is read no faster than it is written', async () => {
    const files = await open();
    let ahead = 0;
    let mostAhead = 0;
    const source = async function* () {
      for (let n = 0; n < 200; n += 1) {
        ahead += 1;
        mostAhead = Math.max(mostAhead, ahead);
        yield Buffer.alloc(65_536);
        ahead -= 1;
        await setImmediate();
      }
    };
    const stream = Readable.from(source(), { objectMode: false, highWaterMark: 65_536 });
    const { bytes } = await files.write(freshKey(), stream);
    expect(bytes).toBe(200 * 65_536);
    expect(mostAhead).toBeLessThan(10);
  });

  test('a limit admits its own size and refuses one byte more, of which nothing remains', async () => {
    const files = await open();
    const [fits, exceeds] = [freshKey(), freshKey()];
    const bytes = Buffer.alloc(1000, 1);
    expect(await files.write(fits, bytes, { maxBytes: 1000 })).toMatchObject({ bytes: 1000 });
    for (const content of [bytes, Readable.from([bytes.subarray(0, 999), bytes.subarray(999)])]) {
      const written = files.write(exceeds, content, { maxBytes: 999 });
      await expect(written).rejects.toThrow(FileTooLarge);
    }
    await expect(files.read(exceeds)).rejects.toThrow('ENOENT');
  });

  test('a stream that fails leaves what was there before', async () => {
    const files = await open();
    const key = freshKey();
    await files.write(key, Buffer.from('before'));
    const source = async function* () {
      yield Buffer.from('half');
      throw new Error('the client went away');
    };
    const written = files.write(key, Readable.from(source()));
    await expect(written).rejects.toThrow('the client went away');
    expect(String(await files.read(key))).toBe('before');
  });

  test('a destroyed stream fails the write', async () => {
    const files = await open();
    const key = freshKey();
    const stream = new Readable({ read: () => undefined });
    stream.push('half');
    const written = files.write(key, stream);
    stream.destroy();
    await expect(written).rejects.toThrow();
    await expect(files.read(key)).rejects.toThrow('ENOENT');
  });

  test('writing again replaces the whole file, and one who reads keeps the old one', async () => {
    const files = await open();
    const key = freshKey();
    await files.write(key, Buffer.alloc(300_000, 1));
    const { stream } = await files.open(key);
    await files.write(key, Buffer.from('new'));
    expect(String(await files.read(key))).toBe('new');
    expect((await buffer(stream)).equals(Buffer.alloc(300_000, 1))).toBe(true);
  });

  test('what another process wrote at the local path is adopted', async () => {
    const files = await open();
    const key = freshKey();
    const path = await files.localPath(key);
    const bytes = randomBytes(70_000);
    await writeFile(path, bytes);
    expect(await files.adopt(key)).toEqual({ key, sha256: sha256(bytes), bytes: bytes.length });
    expect((await files.read(key)).equals(bytes)).toBe(true);
    expect((await stat(await files.localPath(key))).size).toBe(bytes.length);
    await expect(files.adopt(freshKey())).rejects.toThrow('ENOENT');
  });

  test('a removed file is gone, and removing it again is no error', async () => {
    const files = await open();
    const key = freshKey();
    await files.write(key, Buffer.from('x'));
    await files.remove(key);
    await files.remove(key);
    await expect(files.read(key)).rejects.toThrow('ENOENT');
    await expect(files.open(key)).rejects.toThrow('ENOENT');
  });

  test.each([
    '',
    '..',
    '../out.pdf',
    'documents/../../out.pdf',
    '/etc/passwd',
    'documents//x',
    'documents/',
    './x',
    'documents/.part-x',
    'a\\..\\b',
    'a\0b',
    'C:x',
    'name with blanks',
  ])('%j is no key', async (key) => {
    const files = await open();
    const wrong = RangeError;
    await expect(files.write(key, Buffer.from('x'))).rejects.toThrow(wrong);
    await expect(files.read(key)).rejects.toThrow(wrong);
    await expect(files.open(key)).rejects.toThrow(wrong);
    await expect(files.localPath(key)).rejects.toThrow(wrong);
    await expect(files.adopt(key)).rejects.toThrow(wrong);
    await expect(files.remove(key)).rejects.toThrow(wrong);
  });
}
