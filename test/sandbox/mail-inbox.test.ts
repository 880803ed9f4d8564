import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openMailInbox } from '../../src/sandbox/mail-inbox.ts';
import { writeMessage } from '../../src/service/index.ts';
import { aMail as anyMail, verifyMailer } from '../service/ports/verify-mailer.ts';
import { aFolder } from '../support/service/an-authority.ts';

const FROM = 'sign@example.in';
const aMail = (id: string) => ({ ...anyMail(), id });
const ids = (mails: readonly { id: string }[]) => mails.map(({ id }) => id);

describe('kept in the inbox', () =>
  verifyMailer(async () => {
    const mailer = await openMailInbox(await aFolder(), FROM);
    const sources = async () => {
      const messages = mailer.mails().map((mail) => writeMessage(mail, mail.fromAddress));
      return (await Promise.all(messages)).map(String);
    };
    return { mailer, sources };
  }));

test('mails survive a restart, in their order', async () => {
  const folder = await aFolder();
  const first = await openMailInbox(folder, FROM);
  for (const id of ['b', 'c', 'a']) await first.send(aMail(id));
  const second = await openMailInbox(folder, FROM);
  await second.send(aMail('z'));
  expect(ids(second.mails())).toEqual(['b', 'c', 'a', 'z']);
  expect(second.mails()[0]).toEqual({ ...aMail('b'), fromAddress: FROM, number: 1 });
});

test('files that went along with a mail survive a restart', async () => {
  const folder = await aFolder();
  const first = await openMailInbox(folder, FROM);
  const file = { fileName: 'a.png', contentType: 'image/png', content: Buffer.from([0, 255, 128]) };
  await first.send({ ...aMail('a'), attachments: [{ ...file, contentId: 'a@esign' }, file] });
  const second = await openMailInbox(folder, FROM);
  expect(second.mails()).toEqual(first.mails());
  expect(second.mails()[0]?.attachments?.[1]).toEqual(file);
});

test('a mail sent again, even after a restart, is kept once', async () => {
  const folder = await aFolder();
  const first = await openMailInbox(folder, FROM);
  await first.send(aMail('a'));
  await first.send(aMail('a'));
  const second = await openMailInbox(folder, FROM);
  await second.send(aMail('a'));
  expect(ids(second.mails())).toEqual(['a']);
});

test('the same mail sent twice at once is kept once', async () => {
  const inbox = await openMailInbox(await aFolder(), FROM);
  await Promise.all([inbox.send(aMail('a')), inbox.send(aMail('a')), inbox.send(aMail('b'))]);
  expect(ids(inbox.mails()).sort()).toEqual(['a', 'b']);
});

test('mails are private to the owner, and no partial file is left', async () => {
  const folder = await aFolder();
  await (await openMailInbox(folder, FROM)).send(aMail('../../a'));
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  expect((await stat(join(folder, names[0]!))).mode & 0o777).toBe(0o600);
});

test('a damaged file does not hide the other mails', async () => {
  const folder = await aFolder();
  await (await openMailInbox(folder, FROM)).send(aMail('a'));
  await writeFile(join(folder, 'broken.json'), '{"id":');
  expect(ids((await openMailInbox(folder, FROM)).mails())).toEqual(['a']);
});

test('a cleared inbox stays empty', async () => {
  const folder = await aFolder();
  const inbox = await openMailInbox(folder, FROM);
  await inbox.send(aMail('a'));
  await inbox.clear();
  expect(inbox.mails()).toEqual([]);
  expect((await openMailInbox(folder, FROM)).mails()).toEqual([]);
});
