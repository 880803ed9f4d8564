import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OpenStore } from './stored-files.ts';
import { freshKey } from './stored-files.ts';

/** What a sweep takes, and what it leaves. */
export function verifySweeps(open: OpenStore): void {
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
}
