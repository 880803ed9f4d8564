import { afterAll, afterEach, expect, test } from 'vitest';
import { openBucket } from '../../../src/service/adapters/files/open-bucket.ts';
import { resumeSignatures } from '../../../src/service/core/signing/resume-signatures.ts';
import { makeBucket } from '../../support/deployment/a-bucket.ts';
import { startObjectStorage } from '../../support/deployment/radosgw.ts';
import { startStorageProxy } from '../../support/network/storage-proxy.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { ASHA, apiUser, documentPath } from '../../support/service/call-service.ts';
import { soundSignatures } from '../../support/service/document-facts.ts';
import { openService } from '../../support/service/open-service.ts';
import { beginOk, finish } from '../../support/service/signing-world.ts';
import { form, pdfPart } from '../../support/sign-in/form.ts';
import { openAnyStore } from '../../support/store/any-store.ts';

const storage = await startObjectStorage();
const proxy = await startStorageProxy(storage.url);
const bucket = { ...(await makeBucket(storage.url)), endpoint: proxy.url };
const service = await openService(openAnyStore, (folder) =>
  openBucket({ ...bucket, spool: `${folder}-spool` }),
);
const user = apiUser(service, await service.account());
const { deps, authority } = service;

afterEach(() => proxy.disturb(undefined));
afterAll(async () => {
  await deps.files.close();
  await service.close();
  await proxy.close();
  await storage.close();
});

const certificateOf = (documentId: string) => user.get(documentPath(documentId, '/certificate'));

async function aSentOne() {
  const { documentId } = await user.send(ASHA);
  const [signer] = (await deps.store.findDocument(documentId))?.signers ?? [];
  return { documentId, signerId: signer?.signerId ?? '' };
}

test('a document goes all the way from its upload to its certificate with its files in a bucket', async () => {
  const { documentId, signerId } = await aSentOne();
  const answer = await authority.answer(await beginOk(deps, signerId));
  expect((await finish(deps, answer))?.reason).toBeNull();
  expect(await soundSignatures(deps, documentId)).toBe(1);
  const { downloadUrl } = await user.document(documentId);
  const downloaded = await service.app.inject(new URL(downloadUrl ?? '').pathname);
  const head = (await deps.store.findDocument(documentId))?.head;
  expect(downloaded.rawPayload.equals(await deps.files.read(head?.key ?? ''))).toBe(true);
  const certificate = await certificateOf(documentId);
  expect([certificate.statusCode, String(certificate.rawPayload.subarray(0, 5))]).toEqual([
    200,
    '%PDF-',
  ]);
});

test('while the bucket answers 503, nothing is acknowledged, and all goes on afterwards', async () => {
  const draft = await user.createFor(ASHA);
  const { documentId, signerId } = await aSentOne();
  const answer = await authority.answer(await beginOk(deps, signerId));
  const before = (await user.get('/api/v1/documents')).json();

  proxy.disturb('down');
  const refused = [
    await user.upload(form(pdfPart(aPdf()))),
    await user.post(documentPath(draft, '/send')),
  ];
  for (const { statusCode, headers } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  }
  expect((await user.get('/api/v1/documents')).json()).toEqual(before);
  for (let tries = 0; tries < 4; tries += 1) {
    expect((await finish(deps, answer))?.reason).toBe('files_unavailable');
  }
  expect((await user.document(documentId)).status).toBe('SENT');

  proxy.disturb(undefined);
  expect((await user.post(documentPath(draft, '/send'))).statusCode).toBe(200);
  service.advance(15_000);
  expect(await resumeSignatures(deps)).toEqual([]);
  expect((await user.document(documentId)).status).toBe('COMPLETED');
  expect(await soundSignatures(deps, documentId)).toBe(1);
  proxy.disturb('down');
  expect((await certificateOf(documentId)).statusCode).toBe(503);
  proxy.disturb(undefined);
  expect((await certificateOf(documentId)).statusCode).toBe(200);
});

test('a put whose answer was lost is repeated, and found to be stored already', async () => {
  proxy.disturb('losing');
  const created = await user.upload(form(pdfPart(aPdf())));
  expect(created.statusCode).toBe(201);
  const document = await deps.store.findDocument(created.json().documentId);
  expect((await deps.files.read(document?.original.key ?? '')).equals(aPdf())).toBe(true);
});
