import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  ASHA,
  giveConsent,
  openApi,
  RAVI,
  signBy,
  stateIn,
} from '../../../../support/call-service.ts';

const { service, user } = await openApi({ credits: 1000 });

const get = (url: string) => service.app.inject(url);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a signer sees the revision that their signature is added to', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  for (const link of [asha, ravi]) {
    const shown = (await get(`${link}/document.pdf`)).rawPayload;
    await giveConsent(service, link);
    const attempt = await service.deps.store.findLiveAttempt(documentId);
    expect(hashOf(shown)).toBe(attempt?.baseSha256);
    const prepared = await service.deps.files.read(attempt?.preparedKey ?? '');
    expect(prepared.subarray(0, shown.length).equals(shown)).toBe(true);
    await signBy(service, link);
  }
  const last = await get(`${asha}/document.pdf`);
  expect(hashOf(last.rawPayload)).toBe(
    (await service.deps.store.findDocument(documentId))?.head?.sha256,
  );
});

test('the document opens in the browser and is not cached', async () => {
  const { links } = await user.send(ASHA);
  const { statusCode, headers } = await get(`${links[0]}/document.pdf`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="contract.pdf"',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
});

test('the pages list the places of missing signatures, from the top left', async () => {
  const position = { page: 1, x: 72, y: 300, width: 200, height: 120 };
  const placed = { ...ASHA, advanced: { signaturePlacement: { positions: [position] } } };
  const { links } = await user.send(placed, RAVI);
  const [asha = '', ravi = ''] = links;
  const answer = await get(`${asha}/pages`);
  expect(answer.headers['cache-control']).toBe('no-store');
  const [mine, theirs] = answer.json().places;
  expect(answer.json().sheets).toEqual([[595, 842]]);
  expect(mine).toEqual({ ...position, y: 842 - 300 - 120, name: 'Asha Rao', isYou: true });
  expect(theirs).toMatchObject({ page: 1, name: 'Ravi Kumar', isYou: false });
  await signBy(service, asha);
  expect((await get(`${ravi}/pages`)).json().places).toEqual([{ ...theirs, isYou: true }]);
});

test('the download button always leads to a fresh link', async () => {
  const { links } = await user.send(ASHA);
  const [link = ''] = links;
  expect((await get(`${link}/download`)).headers.location).toBe(link);
  await signBy(service, link);
  service.advance(24 * 3600_000);
  const { statusCode, headers } = await get(`${link}/download`);
  expect(statusCode).toBe(303);
  const file = await get(new URL(headers.location ?? '').pathname);
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test.each(['document.pdf', 'pages', 'download'])('%s of an unknown link is a 404', async (name) => {
  const answer = await get(`/sign/x/${name}`);
  expect(answer.statusCode).toBe(404);
  expect(stateIn(answer)).toMatch(/^(unknown-link|not-found)$/);
});
