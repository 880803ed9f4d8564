import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { FileDamaged, FileExists, FileMissing } from '../../../src/service/ports/file-store.ts';
import type { OpenStore } from './stored-files.ts';
import { freshKey, sha256 } from './stored-files.ts';

/** What child processes read and write, and what becomes of a damaged file. */
export function verifyLocalFiles(open: OpenStore): void {
  test('what another process wrote in a folder is stored under its key, once', async () => {
    const files = await open();
    const key = freshKey();
    const bytes = randomBytes(70_000);
    const paths: string[] = [];
    const store = (content: Buffer) =>
      files.withFolder(async (folder) => {
        paths.push(folder.path('made.pdf'));
        await writeFile(folder.path('made.pdf'), content);
        return await files.create(key, folder.path('made.pdf'));
      });
    const stored = { key, sha256: sha256(bytes), bytes: bytes.length };
    expect(await store(bytes)).toEqual(stored);
    expect(await store(bytes)).toEqual(stored);
    await expect(store(randomBytes(70_000))).rejects.toThrow(FileExists);
    expect((await files.read(key)).equals(bytes)).toBe(true);
    for (const path of paths) await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test('a folder is private, and is removed when its work has failed too', async () => {
    const files = await open();
    let path = '';
    const work = files.withFolder(async (folder) => {
      path = await folder.write('a.json', Readable.from([Buffer.from('a'), Buffer.from('b')]));
      expect(String(await folder.read('a.json'))).toBe('ab');
      expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
      expect(() => folder.path('../b')).toThrow(RangeError);
      throw new Error('the work failed');
    });
    await expect(work).rejects.toThrow('the work failed');
    await expect(stat(dirname(path))).rejects.toThrow('ENOENT');
  });

  test('a child process reads a stored file at a path', async () => {
    const files = await open();
    const key = freshKey();
    const bytes = randomBytes(70_000);
    const stored = await files.write(key, bytes);
    const read = (path: string) => readFile(path);
    expect((await files.withLocalCopy(key, read, stored)).equals(bytes)).toBe(true);
    await expect(files.withLocalCopy(freshKey(), read)).rejects.toThrow(FileMissing);
  });

  test('a file that is not the recorded one is not read, and a stream of it is cut before its end', async () => {
    const files = await open();
    const key = freshKey();
    const bytes = randomBytes(300_000);
    const stored = await files.write(key, bytes);
    const shorter = bytes.subarray(0, 299_999);
    for (const recorded of [randomBytes(300_000), shorter, Buffer.concat([bytes, shorter])]) {
      const expected = { sha256: sha256(recorded), bytes: recorded.length };
      await expect(files.read(key, expected)).rejects.toThrow(FileDamaged);
      const used = files.withLocalCopy(key, async () => 'used', expected);
      await expect(used).rejects.toThrow(FileDamaged);
      const { stream } = await files.open(key, { expected });
      let arrived = 0;
      stream.on('data', (chunk) => {
        arrived += chunk.length;
      });
      await expect(finished(stream)).rejects.toThrow(FileDamaged);
      expect(arrived).toBeLessThan(Math.min(recorded.length, bytes.length));
    }
    expect((await files.read(key, stored)).equals(bytes)).toBe(true);
    const { stream } = await files.open(key, { expected: stored });
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });
}
