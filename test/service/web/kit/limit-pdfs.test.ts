import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { openPdfLimits } from '../../../../src/service/web/kit/limit-pdfs.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { testPdfWorkers } from '../../../support/pdf/pdf-worker.ts';
import { scriptedPool } from '../../../support/pdf/scripted-pool.ts';
import { ASHA, openApi } from '../../../support/service/call-service.ts';
import { form, pdfPart } from '../../../support/sign-in/form.ts';

const { service, user } = await openApi({ credits: 10 });
const { store } = service.deps;
/** In a minute that lasts, of which 50 s are left. */
const limits = openPdfLimits(store, 10, () => 1_800_000_010_000);
afterAll(() => limits.close());

const upload = () => user.upload(form({ name: 'name', value: 'Lease' }, pdfPart(aPdf())));

const storedFiles = async () =>
  (await readdir(service.files, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

test('of uploads that wait to be read, the fifth gets 503 with Retry-After, and its file is removed', async () => {
  const { pool, begun, end } = scriptedPool({ size: 2, limits });
  Object.assign(service.deps, { pdf: pool });
  const first = upload();
  await expect.poll(begun).toHaveLength(1);
  const answers = Array.from({ length: 5 }, upload);
  const refused = await Promise.race(answers);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers).toMatchObject({ 'retry-after': '2' });
  expect(refused.json()).toEqual({
    error: 'internal_error',
    message: "Reading this account's PDFs takes too long, so nothing was done. Try again in 2 s.",
  });
  expect(await storedFiles()).toBe(5);
  end('original.pdf');
  const statuses = (await Promise.all([first, ...answers])).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted()).toEqual([201, 201, 201, 201, 201, 503]);
  expect(service.log.filter((line) => line.includes('request failed'))).toEqual([]);
});

test('an upload that a busy machine does not get to is no invalid file: it gets 503, and is removed', async () => {
  Object.assign(service.deps, { pdf: scriptedPool({ size: 1, ms: 50 }).pool });
  const before = await storedFiles();
  const { statusCode, headers } = await upload();
  expect([statusCode, headers['retry-after']]).toEqual([503, '10']);
  expect(await storedFiles()).toBe(before);
});

test('an account without processor time left gets 503 until the minute ends, and nothing was done', async () => {
  Object.assign(service.deps, { pdf: await testPdfWorkers({ limits }) });
  const documentId = await user.createFor(ASHA);
  const before = await storedFiles();
  const { accountId } = user.account;
  limits.spend(accountId, 10_000);
  const refused = [await upload(), await user.post(`/api/v1/documents/${documentId}/send`)];
  for (const { statusCode, headers } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '50']);
  }
  expect(await storedFiles()).toBe(before);
  expect(await user.document(documentId)).toMatchObject({ status: 'PENDING' });
  const other = await service.account();
  expect(limits.spend(other.accountId, 0)).toBeUndefined();
});
