import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../../src/service/adapters/files/connect-bucket.ts';
import { isOverSince, sweepUnused } from '../../../../src/service/adapters/files/sweep-unused.ts';

const DAY_MS = 86_400_000;

/** Sweeps so many old files, of which the first few are unused. */
async function sweepOf(files: number, unused: number) {
  const moved: string[] = [];
  const list = async function* () {
    for (let index = 0; index < files; index += 1)
      yield { key: `documents/${index}`, writtenAtMs: 0 };
  };
  const discard = async (key: string) => void moved.push(key);
  const isUsed = (key: string) => Number(key.slice('documents/'.length)) >= unused;
  const inUse = async (keys: readonly string[]) => keys.filter(isUsed);
  const { signal } = new AbortController();
  const sweep = { below: 'documents', olderThanMs: 0, inUse, signal };
  const swept = await sweepUnused({ list, discard }, sweep).catch((error: Error) => error.message);
  return { swept, moved: moved.length };
}

test('1000 unused files are moved, and of one more none', async () => {
  expect(await sweepOf(1000, 1000)).toEqual({ swept: 1000, moved: 1000 });
  const { swept, moved } = await sweepOf(1001, 1001);
  expect(swept).toMatch('Of the first 1001 files, 1001 are in no use by the database.');
  expect(moved).toBe(0);
});

test('more than 1000 are moved where they are no more than 1 % of those seen', async () => {
  const late = async function* () {
    for (let index = 0; index < 200_000; index += 1)
      yield { key: `documents/${index}`, writtenAtMs: 0 };
  };
  const isUsed = (key: string) => Number(key.slice('documents/'.length)) % 100 !== 99;
  const inUse = async (keys: readonly string[]) => keys.filter(isUsed);
  const { signal } = new AbortController();
  const sweep = { below: 'documents', olderThanMs: 0, inUse, signal };
  expect(await sweepUnused({ list: late, discard: async () => undefined }, sweep)).toBe(2000);
});

test('a day of the trash is over once its last file was there for so long', () => {
  const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  expect([7, 8, 9].map((days) => isOverSince(dayAgo(days), 7 * DAY_MS))).toEqual([
    false,
    true,
    true,
  ]);
  expect(isOverSince('no-day', 7 * DAY_MS)).toBe(false);
});

test('notices of the storage library stay out of the log', async () => {
  const warned: string[] = [];
  const note = ({ message }: Error) => void warned.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const keys = { accessKeyId: 'TEST', secretAccessKey: 'TEST' };
  const { client } = connect({ ...keys, bucket: 'test', region: 'ap-south-1', spool: '/nowhere' });
  await sleep(10);
  client.destroy();
  expect(warned.filter((message) => message.includes('AWS'))).toEqual([]);
});
