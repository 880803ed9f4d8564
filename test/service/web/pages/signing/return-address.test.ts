import { expect, test } from 'vitest';
import {
  ASHA,
  bringBack,
  giveConsent,
  openApi,
  postForm,
  RAVI,
  requestIn,
  signBy,
} from '../../../../support/service/call-service.ts';
import { aMember } from '../../../../support/sign-in/a-member.ts';

const { service, user } = await openApi({ credits: 1000 });
const { app, deps } = service;
const { accountId } = user.account;
const owner = await aMember(service, { accountId });

const DONE = 'https://app.example.in/deals/7?tab=2';
await deps.store.transaction((tx) =>
  tx.changeAccount(accountId, { returnOrigins: 'https://app.example.in' }),
);

const opened = async (link = '', address = DONE) =>
  await app.inject(`${link}?return=${encodeURIComponent(address)}`);
const page = async (url = '') => (await app.inject(url)).body;
/** Where the page leads back to. */
const backIn = (body: string): string | undefined =>
  /href="(https?:[^"]*)" rel="noreferrer">Back to <bdi>Northwind Homes<\/bdi>/.exec(body)?.[1];

test('a signer who was sent from an application finds the way back after signing, with the id of the document alone', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  const [link = ''] = links;
  await opened(link);
  expect((await signBy(service, link)).headers.location).toBe(link);
  const body = await page(link);
  expect(backIn(body)).toBe(`https://app.example.in/deals/7?tab=2&amp;documentId=${documentId}`);
  expect(body).toContain('Opens <bdi>app.example.in</bdi>.');
});

test('it is there for later, before their turn, after declining, and once all have signed', async () => {
  const { links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  const pages = [(await opened(asha)).body, (await opened(ravi)).body];
  await signBy(service, asha);
  await postForm(service, `${ravi}/decline`, { reason: '', language: 'en' });
  pages.push(await page(ravi));
  const [alone = ''] = (await user.send(ASHA)).links;
  await opened(alone);
  await signBy(service, alone);
  pages.push(await page(alone));
  for (const body of pages) expect(backIn(body)).toContain('https://app.example.in/deals/7?');
  expect(pages[0]).toMatch(/<summary>Finish later<\/summary>.*?Back to.*?<\/details>/s);
});

test('it survives a failed attempt, the link of the mail, another browser, and a change of the language', async () => {
  const [link = ''] = (await user.send(ASHA)).links;
  await opened(link);
  const begun = await giveConsent(service, link);
  const refused = service.authority.refuse(requestIn(begun));
  const { headers } = await bringBack(service, { msg: refused }, begun);
  const way = await app.inject(headers.location ?? '');
  expect(backIn(await page(way.headers.location ?? headers.location))).toBeDefined();
  expect(backIn(await page(link))).toBeDefined();
  const inHindi = await page(`${link}?lang=hi`);
  expect(inHindi).toContain('<bdi>Northwind Homes</bdi> पर वापस जाएँ');
});

test('it is the signer’s own, and the latest address that they came with', async () => {
  const { links } = await user.send(ASHA, RAVI);
  await opened(links[0]);
  expect(backIn(await page(links[1]))).toBeUndefined();
  await opened(links[0], 'https://app.example.in/other');
  expect(backIn(await page(links[0]))).toContain('/other?documentId=');
});

test.each([
  ['another origin', 'https://evil.example/'],
  ['a user name', 'https://app.example.in@evil.example/'],
  ['a script', 'javascript:alert(1)'],
  ['markup', 'https://app.example.in"><script>alert(1)</script>.evil.example/'],
])('%s is ignored, and the account’s request log says so', async (_what, address) => {
  const { documentId, links } = await user.send(ASHA);
  const { statusCode, body } = await opened(links[0], address);
  expect([statusCode, backIn(body)]).toEqual([200, undefined]);
  expect(body).not.toContain('evil.example');
  const lines = () => deps.store.listRequests({ accountId, documentId, limit: 10 });
  await expect.poll(lines).toContainEqual(
    expect.objectContaining({
      ...{ method: 'GET', route: '/sign/:token', status: 200 },
      ...{ error: 'return_origin_not_listed', key: null, documentId },
    }),
  );
  const log = await owner.get(`/dashboard/requests?find=${documentId}`);
  expect(log.body).toContain('<code>return_origin_not_listed</code>');
  expect(log.body).not.toContain('evil.example');
});

test('two addresses at once are none, and many ignored ones make one line a minute', async () => {
  const { documentId, links } = await user.send(ASHA);
  const twice = `${links[0]}?return=${encodeURIComponent(DONE)}&return=https://evil.example`;
  for (let n = 0; n < 5; n += 1) expect(backIn(await page(twice))).toBeUndefined();
  const lines = async () =>
    (await deps.store.listRequests({ accountId, documentId, limit: 10 })).filter(
      ({ error }) => error === 'return_origin_not_listed',
    );
  await expect.poll(lines).toHaveLength(1);
});

test('a listed origin that is taken off the list is led to no more', async () => {
  const [link = ''] = (await user.send(ASHA)).links;
  await opened(link);
  expect(backIn(await page(link))).toBeDefined();
  await owner.post('/dashboard/settings', {
    ...{ name: 'Northwind Homes', linkDays: '30', names: 'flag' },
    returnOrigins: 'https://else.example.in',
  });
  expect(backIn(await page(link))).toBeUndefined();
  await owner.post('/dashboard/settings', {
    ...{ name: 'Northwind Homes', linkDays: '30', names: 'flag' },
    returnOrigins: 'https://app.example.in',
  });
});

test('the page tells no other site its address, and a scanner’s HEAD keeps nothing', async () => {
  const [link = ''] = (await user.send(ASHA)).links;
  await app.inject({ method: 'HEAD', url: `${link}?return=${encodeURIComponent(DONE)}` });
  expect(backIn(await page(link))).toBeUndefined();
  const { headers, body } = await opened(link);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  const token = link.replace('/sign/', '');
  expect(backIn(body)).not.toContain(token);
});
