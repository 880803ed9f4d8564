import { readdir } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_QUOTAS } from '../../../src/service/core/quotas.rules.ts';
import type { FileStore } from '../../../src/service/ports/file-store.ts';
import { openUpload } from '../../support/network/raw-request.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { ASHA, apiUser, openApi } from '../../support/service/call-service.ts';
import { FORM_HEADERS, form, partHead, pdfPart } from '../../support/sign-in/form.ts';

const { service } = await openApi();
const { deps } = service;
const { files } = deps;
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const PDF = form(pdfPart(aPdf()));

const aUser = async (credits = 10) => apiUser(service, await service.account({ credits }));
const allow = (quotas: Partial<typeof DEFAULT_QUOTAS>) =>
  void Object.assign(deps, { quotas: { ...DEFAULT_QUOTAS, ...quotas } });
const standIn = (changed: Partial<FileStore>) =>
  void Object.assign(deps, { files: { ...files, ...changed } });
afterEach(() => void Object.assign(deps, { quotas: undefined, files }));

const storedFiles = async () =>
  (await readdir(service.files, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

/** Sends a form without its end, so that only a reply to its beginning is one. */
function beginUpload(headers: Record<string, string>) {
  const { request, answer } = openUpload(`${url}/api/v1/documents`, {
    ...headers,
    ...FORM_HEADERS,
  });
  request.write(partHead(pdfPart('')));
  return { request, answer };
}

test('an account without credits has 25 drafts; the next upload is refused before its file is read', async () => {
  const user = await aUser(0);
  for (let made = 0; made < 25; made += 1) await user.create();
  const before = await storedFiles();
  const { request, answer } = beginUpload(user.account.headers);
  const { status, body } = await answer;
  request.destroy();
  expect(status).toBe(400);
  expect(JSON.parse(body)).toEqual({
    error: 'invalid_request',
    message:
      'The account has 25 drafts and no credits; without credits, at most 25 are allowed. Get credits and send some; one that is not sent is removed after 90 days.',
  });
  expect(await storedFiles()).toBe(before);
  await deps.store.transaction((tx) =>
    tx.grantCredits({ accountId: user.account.accountId, credits: 1, at: new Date() }),
  );
  await user.create();
});

test('documents that were sent are no drafts', async () => {
  allow({ drafts: 2 });
  const user = await aUser();
  for (let sent = 0; sent < 3; sent += 1) await user.send(ASHA);
  await user.create();
  await user.create();
  expect((await user.upload(PDF)).statusCode).toBe(400);
});

test('of many uploads at a time only as many become drafts as are allowed, and the others leave no file', async () => {
  allow({ drafts: 3 });
  const user = await aUser();
  const before = await storedFiles();
  const answers = await Promise.all(Array.from({ length: 8 }, () => user.upload(PDF)));
  const codes = answers.map(({ statusCode }) => statusCode).sort();
  expect(codes).toEqual([201, 201, 201, 400, 400, 400, 400, 400]);
  expect(await storedFiles()).toBe(before + 3);
  expect(await deps.store.measureDrafts(user.account.accountId)).toMatchObject({ drafts: 3 });
});

test('drafts that take too many megabytes together are refused', async () => {
  allow({ draftMegabytes: 1 });
  const user = await aUser();
  const large = form(pdfPart(Buffer.concat([aPdf(), Buffer.alloc(600_000, '\n')])));
  expect((await user.upload(large)).statusCode).toBe(201);
  const refused = await user.upload(large);
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    expect.stringContaining('1 MB that are allowed'),
  ]);
  expect((await user.upload(PDF)).statusCode).toBe(201);
});

test('while too little of the volume is free, uploads get 503 before they are read, and the rest goes on', async () => {
  const user = await aUser();
  const documentId = await user.createFor(ASHA);
  allow({ freeDiskPercent: 100 });
  const { request, answer } = beginUpload(user.account.headers);
  const { status, headers, body } = await answer;
  request.destroy();
  expect([status, headers['retry-after']]).toEqual([503, '2']);
  expect(JSON.parse(body)).toEqual({
    error: 'internal_error',
    message:
      "No uploads are taken while less than 100 % of the files' volume is free. Try again later.",
  });
  expect((await user.post(`/api/v1/documents/${documentId}/send`)).statusCode).toBe(200);
  const ready = await service.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ready', uploads: "refused: less than 100 % of the files' volume is free" },
  ]);
});

test('an upload that the volume runs out of space for ends in the middle and leaves nothing', async () => {
  const user = await aUser();
  const before = await storedFiles();
  let asked = 0;
  const freeShare = async () => {
    asked += 1;
    return asked > 2 ? 0.04 : 0.06;
  };
  standIn({ freeShare });
  const { request, answer } = beginUpload(user.account.headers);
  for (let sent = 0; sent < 20; sent += 1) request.write(Buffer.alloc(64 * 1024));
  expect((await answer).status).toBe(503);
  request.destroy();
  expect(await storedFiles()).toBe(before);
});

test('a volume that cannot be asked is told of as one that takes no uploads', async () => {
  standIn({ freeShare: () => Promise.reject(new Error('EIO')) });
  const { uploads } = (await service.app.inject('/readyz')).json();
  expect(uploads).toBe('refused: the files are out of reach');
});
