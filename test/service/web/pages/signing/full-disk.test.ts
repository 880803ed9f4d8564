import { symlink } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { resumeSignatures } from '../../../../../src/service/core/signing/resume-signatures.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../../src/service/web/pages/words/hi.ts';
import {
  ASHA,
  documentPath,
  followBack,
  giveConsent,
  openApi,
  postForm,
  RAVI,
  requestIn,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { askedFor } from '../../../../support/service/test-authority.ts';

const { service, user } = await openApi({ credits: 100 });
const { files } = service.deps;

const HELD_MS = 10_001;

/** From now on, whatever is written to this file in a local folder finds no space (null(4)). Returns how to free some. */
function fillDisk(name: string): () => void {
  const withFolder: typeof files.withFolder = (work) =>
    files.withFolder(async (folder) => {
      await symlink('/dev/full', folder.path(name));
      return await work(folder);
    });
  Object.assign(service.deps, { files: { ...files, withFolder } });
  const free = () => void Object.assign(service.deps, { files });
  onTestFinished(free);
  return free;
}

const pageAt = async (url = '', language = 'en') =>
  await service.app.inject({ url, headers: { 'accept-language': language } });

test('a signer whose signature finds a full disk reads that it is kept, and the page goes on once it is embedded', async () => {
  const { links } = await user.send(ASHA, RAVI);
  const [link = ''] = links;
  const request = requestIn(await giveConsent(service, link));
  const { txn } = askedFor(request);
  const msg = await service.authority.answer(request);
  const free = fillDisk('signed.pdf');
  const brought = await postForm(service, `/gateway/return?txn=${txn}`, { msg });
  expect(brought.statusCode).toBe(303);
  const address = (await followBack(service, brought)).headers.location;
  const page = await pageAt(address);
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2']);
  expect(page.body).toContain(EN.failures.files_unavailable);
  expect((await pageAt(address, 'hi')).body).toContain(HI.failures.files_unavailable);
  const seen = (await pageAt(`${link}/state`)).body;
  expect(page.body).toContain(`data-poll="${link}/state" data-seen="${seen}"`);
  expect(page.body).toContain('<meta http-equiv="refresh"');
  expect(service.log.filter((line) => line.includes('signature kept'))).toHaveLength(1);
  expect((await giveConsent(service, link)).headers.location).toBe(address);

  service.advance(HELD_MS);
  expect(await resumeSignatures(service.deps)).toMatchObject([
    { cause: { message: 'The disk of the files is full.' } },
  ]);
  expect(await service.deps.store.findAttempt(txn)).toMatchObject({
    state: 'returned',
    failures: 0,
  });
  free();
  service.advance(HELD_MS);
  expect(await resumeSignatures(service.deps)).toEqual([]);
  expect((await pageAt(`${link}/state`)).body).not.toBe(seen);
  const signed = await pageAt(address);
  expect(signed.statusCode).toBe(200);
  expect(signed.body).not.toContain(EN.failures.files_unavailable);
  expect(stateIn(signed)).toBe('signed');
});

test('nobody reads that a signature is kept which is not', async () => {
  const { links } = await user.send(ASHA);
  const page = await pageAt(`${links[0]}?problem=files_unavailable`);
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toContain(EN.failures.files_unavailable);
});

test('a worker that finds no space for the prepared document leads to 503, and the document is not sent', async () => {
  const documentId = await user.createFor(ASHA);
  const free = fillDisk('prepared.pdf');
  const refused = await user.post(documentPath(documentId, '/send'));
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
  expect(await user.document(documentId)).toMatchObject({ status: 'PENDING' });
  free();
  expect((await user.post(documentPath(documentId, '/send'))).statusCode).toBe(200);
});

test('a certificate that finds no space can be had later', async () => {
  const { links, documentId } = await user.send(ASHA);
  await signBy(service, links[0] ?? '');
  const free = fillDisk('certificate.pdf');
  const path = documentPath(documentId, '/certificate');
  expect((await user.get(path)).statusCode).toBe(503);
  free();
  expect((await user.get(path)).statusCode).toBe(200);
});
