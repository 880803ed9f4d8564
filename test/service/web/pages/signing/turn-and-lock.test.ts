import { expect, test } from 'vitest';
import {
  ASHA,
  bringBack,
  giveConsent,
  openApi,
  RAVI,
  requestIn,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { askedFor } from '../../../../support/service/test-authority.ts';

const MINUTE_MS = 60_000;

const { service, user } = await openApi({ credits: 1000 });

const begin = async (link: string) => requestIn(await giveConsent(service, link));
const txnOf = (request: string) => askedFor(request).txn;
const failuresOf = async (documentId: string) =>
  (await service.deps.store.readAudit(documentId)).filter(({ type }) => type === 'gateway.failed');

test('within 15 minutes a signer resumes their attempt; after that they start over', async () => {
  const { links } = await user.send(ASHA);
  const [link = ''] = links;
  const first = txnOf(await begin(link));
  service.advance(14 * MINUTE_MS);
  expect(txnOf(await begin(link))).toBe(first);
  service.advance(2 * MINUTE_MS);
  expect(txnOf(await begin(link))).not.toBe(first);
});

test('a late answer to a replaced attempt is refused and recorded, and the new one signs', async () => {
  const { documentId, links } = await user.send(ASHA);
  const [link = ''] = links;
  const late = await service.authority.answer(await begin(link));
  service.advance(16 * MINUTE_MS);
  const begun = await giveConsent(service, link);
  const request = requestIn(begun);
  const refused = await bringBack(service, { msg: late }, begun);
  expect(refused.headers.location).toMatch(/\?problem=(session_over|stale)$/);
  expect(await failuresOf(documentId)).toHaveLength(1);
  expect((await user.document(documentId)).status).toBe('SENT');
  const page = await service.app.inject(refused.headers.location ?? '');
  expect(stateIn(page)).toBe('failed');
  const signed = await bringBack(service, { msg: await service.authority.answer(request) });
  expect(signed.headers.location).toBe(link);
  expect((await user.document(documentId)).status).toBe('COMPLETED');
});

test('consent before the signer’s turn leads to the waiting page', async () => {
  const { links } = await user.send(ASHA, RAVI);
  const answer = await giveConsent(service, links[1] ?? '');
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe(links[1]);
  const page = await service.app.inject(links[1] ?? '');
  expect(stateIn(page)).toBe('waiting');
  expect(page.body).toContain('<bdi>Asha Rao</bdi></strong>’s turn');
});

test('consent after signing leads to the page of the finished signature', async () => {
  const { links } = await user.send(ASHA, RAVI);
  await signBy(service, links[0] ?? '');
  const answer = await giveConsent(service, links[0] ?? '');
  expect([answer.statusCode, answer.headers.location]).toEqual([303, links[0]]);
  expect(stateIn(await service.app.inject(links[0] ?? ''))).toBe('signed');
});

test('four concurrent consents begin one signature', async () => {
  const { links } = await user.send(ASHA);
  const pressed = await Promise.all([1, 2, 3, 4].map(() => begin(links[0] ?? '')));
  expect(new Set(pressed.map(txnOf)).size).toBe(1);
});

test('a failed answer sent again shows the same reason', async () => {
  const { documentId, links } = await user.send(ASHA);
  const begun = await giveConsent(service, links[0] ?? '');
  const fields = { msg: service.authority.refuse(requestIn(begun)) };
  const told = [await bringBack(service, fields, begun), await bringBack(service, fields, begun)];
  expect(told.map(({ headers }) => headers.location)).toEqual(
    [1, 2].map(() => `${links[0]}?problem=signer_declined`),
  );
  expect(await failuresOf(documentId)).toHaveLength(1);
});

test.each([
  ['en', 'Please wait 1 minute, then start again.', 59.5],
  ['hi', 'कृपया 60 मिनट रुकें', 0],
])(
  'a signer who began ten times within an hour is told how long to wait, in %s',
  async (...row) => {
    const [language, words, passed] = row;
    const { links } = await user.send(ASHA);
    const [link = ''] = links;
    for (let count = 0; count < 10; count += 1)
      await bringBack(service, { msg: service.authority.refuse(await begin(link)) });
    service.advance(passed * MINUTE_MS);
    const page = await service.app.inject({
      method: 'POST',
      url: link,
      headers: {
        'accept-language': language,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'consent=yes&read=pages',
    });
    expect([page.statusCode, stateIn(page)]).toEqual([429, 'failed']);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(page.headers['retry-after'])).toBeLessThanOrEqual(3600 - passed * 60);
    expect(page.body).toContain(words);
    expect(page.body).toContain(`action="${link}"`);
  },
);

test('a reason in the URL is shown only when the signer can try again', async () => {
  const { links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  expect(stateIn(await service.app.inject(`${ravi}?problem=stale_base`))).toBe('waiting');
  const unknown = await service.app.inject(`${asha}?problem=<script>`);
  expect(unknown.body).toContain('is not valid. Nothing was signed. Start again.');
  await signBy(service, asha);
  const signed = await service.app.inject(`${asha}?problem=stale_base`);
  expect(signed.body).not.toContain('role="alert"');
});
