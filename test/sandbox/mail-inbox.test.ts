import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMailInbox } from '../../src/sandbox/mail-inbox.ts';
import { aFolder } from '../support/an-authority.ts';

const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
const aMail = (id: string) => ({
  id,
  kind: 'signing-link' as const,
  to: 'asha@example.in',
  subject: `Please sign ${id}`,
  text: 'http://127.0.0.1:4010/sign/token',
  html: '<p>Please sign</p>',
});
const ids = (mails: readonly { id: string }[]) => mails.map(({ id }) => id);

test('mails are there after a restart, in the order they came', async () => {
  const folder = await aFolder();
  const first = await openMailInbox(folder, clock);
  for (const id of ['b', 'c', 'a']) await first.send(aMail(id));
  const second = await openMailInbox(folder, clock);
  await second.send(aMail('z'));
  expect(ids(second.mails())).toEqual(['b', 'c', 'a', 'z']);
  expect(second.mails()[0]).toEqual({ ...aMail('b'), at: '2026-11-20T12:00:00.000Z', number: 1 });
});

test('a mail delivered again, even after a restart, shows once', async () => {
  const folder = await aFolder();
  const first = await openMailInbox(folder, clock);
  await first.send(aMail('a'));
  await first.send(aMail('a'));
  const second = await openMailInbox(folder, clock);
  await second.send(aMail('a'));
  expect(ids(second.mails())).toEqual(['a']);
});

test('the same mail delivered twice at once shows once', async () => {
  const inbox = await openMailInbox(await aFolder(), clock);
  await Promise.all([inbox.send(aMail('a')), inbox.send(aMail('a')), inbox.send(aMail('b'))]);
  expect(ids(inbox.mails()).sort()).toEqual(['a', 'b']);
});

test('mails are for the owner alone, and no half of one is left beside them', async () => {
  const folder = await aFolder();
  await (await openMailInbox(folder, clock)).send(aMail('../../a'));
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  expect((await stat(join(folder, names[0]!))).mode & 0o777).toBe(0o600);
});

test('a damaged file does not hide the other mails', async () => {
  const folder = await aFolder();
  await (await openMailInbox(folder, clock)).send(aMail('a'));
  await writeFile(join(folder, 'broken.json'), '{"id":');
  expect(ids((await openMailInbox(folder, clock)).mails())).toEqual(['a']);
});

test('a cleared inbox stays empty', async () => {
  const folder = await aFolder();
  const inbox = await openMailInbox(folder, clock);
  await inbox.send(aMail('a'));
  await inbox.clear();
  expect(inbox.mails()).toEqual([]);
  expect((await openMailInbox(folder, clock)).mails()).toEqual([]);
});
