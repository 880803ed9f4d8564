import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FileStore } from '../../../src/service/ports/file-store.ts';
import { FileMissing, TooManyUnused } from '../../../src/service/ports/file-store.ts';
import type { OpenStore } from './stored-files.ts';
import { freshKey } from './stored-files.ts';

/** What a sweep takes, and what it leaves. */
export function verifySweeps(open: OpenStore): void {
  const { signal } = new AbortController();
  const all = { below: 'documents', olderThanMs: -60_000, signal };
  const none = async () => [];
  const today = () => new Date().toISOString().slice(0, 10);
  const isThere = async (files: FileStore, key: string) =>
    await files.read(key).then(
      () => true,
      () => false,
    );

  test('a sweep moves what is not in use to the trash, and leaves what is in use, younger or elsewhere', async () => {
    const files = await open();
    const [used, unused, other] = [freshKey(), freshKey(), `other/${randomUUID()}.pdf`];
    for (const key of [used, unused, other]) await files.write(key, Buffer.from(key));
    const asked: string[] = [];
    const inUse = async (keys: readonly string[]) => {
      asked.push(...keys);
      return [used];
    };
    expect(await files.sweep({ ...all, inUse, olderThanMs: 60_000 })).toBe(0);
    expect(asked).toEqual([]);
    expect(await files.sweep({ ...all, inUse })).toBe(1);
    expect(asked.sort()).toEqual([used, unused, unused].sort());
    await expect(files.read(unused)).rejects.toThrow(FileMissing);
    for (const key of [used, other]) expect(String(await files.read(key))).toBe(key);
    expect(String(await files.read(`trash/${today()}/${unused}`))).toBe(unused);
  });

  test('a file that is discarded is in the trash, and discarding it again changes nothing', async () => {
    const files = await open();
    const key = freshKey();
    await files.write(key, Buffer.from(key));
    await files.discard(key);
    await files.discard(key);
    await expect(files.read(key)).rejects.toThrow(FileMissing);
    expect(String(await files.read(`trash/${today()}/${key}`))).toBe(key);
    await expect(files.discard('../elsewhere')).rejects.toThrow(RangeError);
  });

  test('the trash is emptied by the day, and younger days stay', async () => {
    const files = await open();
    const dayAgo = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const keys = [0, 6, 9].map((days) => `trash/${dayAgo(days)}/${freshKey()}`);
    for (const key of keys) await files.write(key, Buffer.from('x'));
    const emptying = { olderThanMs: 7 * 86_400_000, signal };
    expect(await files.emptyTrash(emptying)).toBe(1);
    expect(await Promise.all(keys.map((key) => isThere(files, key)))).toEqual([true, true, false]);
    expect(await files.emptyTrash(emptying)).toBe(0);
  });

  test('a sweep asks about many files some at a time, and ends when it is told to', async () => {
    const files = await open();
    const keys = Array.from({ length: 250 }, freshKey);
    await Promise.all(keys.map((key) => files.write(key, Buffer.from('x'))));
    const sizes: number[] = [];
    const stop = new AbortController();
    const inUse = async (batch: readonly string[]) => {
      sizes.push(batch.length);
      if (sizes.length === 3) stop.abort();
      return [];
    };
    expect(await files.sweep({ ...all, inUse, signal: stop.signal })).toBe(0);
    expect(sizes).toEqual([200, 50, 200]);
    // Two processes at once move each file once.
    const sweeps = [1, 2].map(() => files.sweep({ ...all, inUse: none }));
    expect(Math.max(...(await Promise.all(sweeps)))).toBe(250);
    const trash = keys.map((key) => isThere(files, `trash/${today()}/${key}`));
    expect((await Promise.all(trash)).every(Boolean)).toBe(true);
    expect(await files.sweep({ ...all, inUse: none })).toBe(0);
  });

  test('a file that comes into use while a sweep looks around stays', async () => {
    const files = await open();
    const key = freshKey();
    await files.write(key, Buffer.from('x'));
    let asked = 0;
    const inUse = async (keys: readonly string[]) => {
      asked += 1;
      return asked === 1 ? [] : keys;
    };
    expect(await files.sweep({ ...all, inUse })).toBe(0);
    expect(await isThere(files, key)).toBe(true);
  });

  test('a sweep with a database that knows none of the files moves nothing, and says how many', async () => {
    const files = await open();
    const keys = Array.from({ length: 1001 }, freshKey);
    await Promise.all(keys.map((key) => files.write(key, Buffer.from('x'))));
    const swept = files.sweep({ ...all, inUse: none });
    await expect(swept).rejects.toThrow(TooManyUnused);
    await expect(swept).rejects.toThrow('1001 are in no use by the database');
    const asked: string[] = [];
    const inUse = async (batch: readonly string[]) => {
      asked.push(...batch);
      return batch;
    };
    for (const below of ['documents', 'trash']) await files.sweep({ ...all, below, inUse });
    expect(asked.sort()).toEqual(keys.sort());
  });
}
