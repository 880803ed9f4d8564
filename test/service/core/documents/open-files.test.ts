import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { OpenedDownload } from '../../../../src/service/core/documents/open-files.ts';
import { findDownload, openDownload } from '../../../../src/service/core/documents/open-files.ts';
import { retrieveDocument } from '../../../../src/service/core/documents/read-documents.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { downloadToken } from '../../../../src/service/core/links/links.rules.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aSentDocument, signAs } from '../../../support/service/signing-world.ts';

const MINUTES_15 = 15 * 60_000;
const NOON = new Date('2026-11-20T12:00:00Z');

const world = await makeSigningWorld();
const sent = await aSentDocument(world, 1);
const documentId = sent.documentId;
await signAs(world, sent.signerIds[0] ?? '');
const atNoon = { ...world.deps, clock: { now: () => NOON } };
const { downloadUrl } = await retrieveDocument(atNoon, sent.caller, documentId);
const signedUrl = downloadUrl ?? '';

const findAt = (token: string, ms: number) => {
  const clock = { now: () => new Date(NOON.getTime() + ms) };
  return findDownload({ ...world.deps, clock }, token);
};

async function find(token: string): Promise<OpenedDownload> {
  const found = await findAt(token, MINUTES_15 - 1);
  return typeof found === 'string' ? expect.unreachable(`The link is ${found}.`) : found;
}

const later = (): Date => new Date(NOON.getTime() + 100 * MINUTES_15);
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
const downloads = async () =>
  (await world.deps.store.readAudit(documentId)).filter(({ type }) => type === 'file.downloaded');

test('a link opens the newest revision until its 15 minutes are over; the first time is recorded, and each is counted', async () => {
  const before = (await downloads()).length;
  const document = await world.deps.store.findDocument(documentId);
  const expected = await world.deps.files.read(document?.head?.key ?? '');
  const found = await find(tokenOf(signedUrl));
  const stream = await openDownload(world.deps, found, SYSTEM);
  expect((await buffer(stream)).equals(expected)).toBe(true);
  expect(found.file.bytes).toBe(expected.length);
  await openDownload(world.deps, found, SYSTEM).then((again) => again.destroy());
  const recorded = (await downloads()).slice(before);
  expect(await world.deps.store.listDownloads(documentId)).toMatchObject([
    { holder: documentId, count: 2 },
  ]);
  expect(recorded).toMatchObject([{ data: { sha256: document?.head?.sha256 } }]);
});

test('a link that this service made, for a document that is not there, is of a removed one', async () => {
  expect(await findAt(token('6f1c1f3e-0000-4000-8000-000000000000'), 0)).toBe('removed');
});

test('a link for a document that is not completed is unknown', async () => {
  const sent = await aSentDocument(world, 1);
  expect(await findAt(token(sent.documentId), 0)).toBe('unknown');
});

test('a download that cannot be recorded is not handed out, and its file is closed', async () => {
  const opened: Readable[] = [];
  const files = {
    ...world.deps.files,
    open: async (key: string) => {
      const file = await world.deps.files.open(key);
      opened.push(file.stream);
      return file;
    },
  };
  const transaction = () => Promise.reject(new Error('the trail is stuck'));
  const deps = { ...world.deps, files, store: { ...world.deps.store, transaction } };
  const opening = openDownload(deps, await find(tokenOf(signedUrl)), SYSTEM);
  await expect(opening).rejects.toThrow('the trail is stuck');
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

const linkTo = (id: string) => ({ documentId: id, expiresAt: later(), signerId: null });
const token = (id: string): string => downloadToken(world.deps.links.secret, linkTo(id));
