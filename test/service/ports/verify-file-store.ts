import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FileMissing, FileTooLarge } from '../../../src/service/ports/file-store.ts';
import type { OpenStore } from './stored-files.ts';
import { freshKey, sha256 } from './stored-files.ts';
import { verifyExclusive } from './verify-exclusive.ts';
import { verifyLocalFiles } from './verify-local-files.ts';
import { verifySweeps } from './verify-sweeps.ts';

/** The contract of every file store. `open` opens an empty one. */
export function verifyFileStore(open: OpenStore): void {
  verifyFiles(open);
  verifyExclusive(open);
  verifyLocalFiles(open);
  verifySweeps(open);
}

function verifyFiles(open: OpenStore): void {
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
    const { stream, bytes } = await files.open(key, { range: { start: 70_000, end: 150_000 } });
    expect(bytes).toBe(content.length);
    expect((await buffer(stream)).equals(content.subarray(70_000, 150_001))).toBe(true);
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
    await expect(files.read(exceeds)).rejects.toThrow(FileMissing);
  });

  test('a stream that fails stores nothing', async () => {
    const files = await open();
    const key = freshKey();
    const source = async function* () {
      yield Buffer.alloc(100_000);
      throw new Error('the client went away');
    };
    const written = files.write(key, Readable.from(source()));
    await expect(written).rejects.toThrow('the client went away');
    await expect(files.read(key)).rejects.toThrow(FileMissing);
  });

  test('a stream that is destroyed before it is read fails the write, and nothing else', async () => {
    const files = await open();
    const key = freshKey();
    const stream = new Readable({ read: () => undefined });
    stream.push('half');
    const written = files.write(key, stream);
    stream.destroy(new Error('the client went away'));
    await expect(written).rejects.toThrow('the client went away');
    await expect(files.read(key)).rejects.toThrow(FileMissing);
  });

  test('a removed file is gone, and removing it again is no error', async () => {
    const files = await open();
    const key = freshKey();
    await files.write(key, Buffer.from('x'));
    await files.remove(key);
    await files.remove(key);
    await expect(files.read(key)).rejects.toThrow(FileMissing);
    await expect(files.open(key)).rejects.toThrow(FileMissing);
  });

  test('the free share of its volume is between none and all', async () => {
    const share = await (await open()).freeShare();
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(1);
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
    await expect(files.create(key, 'x')).rejects.toThrow(wrong);
    await expect(files.withLocalCopy(key, async () => 'used')).rejects.toThrow(wrong);
    await expect(files.remove(key)).rejects.toThrow(wrong);
  });
}
