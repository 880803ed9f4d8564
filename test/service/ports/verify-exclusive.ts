import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { FileExists } from '../../../src/service/ports/file-store.ts';
import type { OpenStore } from './stored-files.ts';
import { freshKey } from './stored-files.ts';

/** Files are created, never replaced. */
export function verifyExclusive(open: OpenStore): void {
  test('a stored file is never replaced: its own bytes are taken again, others are refused', async () => {
    const files = await open();
    const key = freshKey();
    const bytes = randomBytes(300_000);
    const stored = await files.write(key, bytes);
    expect(await files.write(key, Readable.from([bytes]))).toEqual(stored);
    for (const content of [randomBytes(300_000), Readable.from([bytes.subarray(1)])]) {
      await expect(files.write(key, content)).rejects.toThrow(FileExists);
    }
    expect((await files.read(key)).equals(bytes)).toBe(true);
  });

  test('of 20 who store different bytes under one key at once, exactly one succeeds', async () => {
    const files = await open();
    const key = freshKey();
    const contents = Array.from({ length: 20 }, () => randomBytes(10_000));
    const written = await Promise.allSettled(contents.map((bytes) => files.write(key, bytes)));
    const won = contents.filter((_, index) => written[index]?.status === 'fulfilled');
    expect(won).toHaveLength(1);
    const lost = written.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of lost) expect(reason).toBeInstanceOf(FileExists);
    expect((await files.read(key)).equals(won[0] ?? Buffer.alloc(0))).toBe(true);
  });

  test('of 20 who store the same bytes under one key at once, all succeed', async () => {
    const files = await open();
    const key = freshKey();
    const bytes = randomBytes(10_000);
    const written = Array.from({ length: 20 }, () => files.write(key, Readable.from([bytes])));
    expect(new Set((await Promise.all(written)).map((one) => one.sha256)).size).toBe(1);
    expect((await files.read(key)).equals(bytes)).toBe(true);
  });
}
