import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { openProfileStore, withProfile } from '../../../src/cli/profiles/profile-store.ts';
import { lockFile } from '../../../src/locks/file-lock.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
const profileOf = (name: string) => ({ baseUrl: `https://${name}.example.com` });

test('of twenty changes at a time, none is lost', async () => {
  const folder = await makeTestFolder();
  await Promise.all(
    names.map(async (name) => {
      const store = await openProfileStore(folder);
      await store.change((settings) => withProfile(settings, name, profileOf(name)));
    }),
  );
  const { profiles } = (await openProfileStore(folder)).read();
  expect(Object.keys(profiles).sort()).toEqual(names.toSorted());
});

test('a change that is refused changes nothing, and keeps nobody waiting', async () => {
  const folder = await makeTestFolder();
  const store = await openProfileStore(folder);
  await store.change((settings) => withProfile(settings, 'a', profileOf('a')));
  const refused = store.change(() => {
    throw new Error('no such profile');
  });
  await expect(refused).rejects.toThrow('no such profile');
  const { after } = await store.change((settings) => withProfile(settings, 'b', profileOf('b')));
  expect(Object.keys(after.profiles)).toEqual(['a', 'b']);
  expect(readdirSync(folder).filter((name) => name.includes('lock'))).toEqual([]);
});

test('settings that cannot be read are not overwritten', async () => {
  const folder = await makeTestFolder();
  const store = await openProfileStore(folder);
  writeFileSync(store.path, '{ "profiles": ');
  const change = store.change((settings) => withProfile(settings, 'a', profileOf('a')));
  await expect(change).rejects.toMatchObject({ code: 'settings_unreadable', exitCode: EXIT.usage });
});

test('a lock that stays is named with its owner, and nothing is changed', async () => {
  const folder = await makeTestFolder();
  const store = await openProfileStore(folder);
  const lock = await lockFile(`${store.path}.lock`, 'esign auth login');
  const change = store.change((settings) => withProfile(settings, 'a', profileOf('a')));
  await expect(change).rejects.toMatchObject({
    code: 'settings_busy',
    why: expect.stringContaining(`process ${process.pid} (esign auth login)`),
  });
  await lock.release();
  expect(store.read().profiles).toEqual({});
  rmSync(join(folder), { recursive: true });
});
