import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../../../src/contract/limits.ts';
import { ASHA, openApi, signBy, stateIn } from '../../../../support/service/call-service.ts';

const { service, user } = await openApi();
const sent = await user.send(ASHA);
const documentId = sent.documentId;
await signBy(service, sent.links[0] ?? '');

const link = async () => new URL(String((await user.document(documentId)).downloadUrl)).pathname;

test('a download link gives the signed PDF to anyone who has it', async () => {
  const answer = await service.app.inject(await link());
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="contract signed.pdf"');
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  const sha256 = createHash('sha256').update(answer.rawPayload).digest('hex');
  expect(sha256).toBe((await service.deps.store.findDocument(documentId))?.head?.sha256);
});

test('a download is in the audit trail', async () => {
  await service.app.inject(await link());
  const types = (await service.deps.store.readAudit(documentId)).map(({ type }) => type);
  expect(types.at(-1)).toBe('file.downloaded');
});

test('a changed download link is a 404 page', async () => {
  const answer = await service.app.inject(`${(await link()).slice(0, -3)}xxx`);
  expect(answer.statusCode).toBe(404);
  expect(stateIn(answer)).toBe('unknown-download');
});

test.each([
  ['a further part', (path: string) => `${path}.x`],
  ['padding', (path: string) => `${path}=`],
  ['an escaped line feed', (path: string) => `${path}%0A`],
  ['an escaped dot', (path: string) => path.replace('.', '%2E')],
])('a download link spelled with %s is not found', async (_name, spell) => {
  const url = spell(await link());
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await service.app.inject({ method, url })).statusCode).toBe(404);
  }
});

test('a download link expires after 15 minutes, and a fresh one works', async () => {
  const path = await link();
  service.advance(LIMITS.downloadLinkMs - 60_000);
  expect((await service.app.inject(path)).statusCode).toBe(200);
  service.advance(61_000);
  const answer = await service.app.inject(path);
  expect(answer.statusCode).toBe(410);
  expect(stateIn(answer)).toBe('expired-link');
  expect((await service.app.inject(await link())).statusCode).toBe(200);
});
