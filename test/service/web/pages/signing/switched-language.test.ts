import { expect, test } from 'vitest';
import { readPage } from '../../../../../src/sandbox/control/drive-signing.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../../src/service/web/pages/words/hi.ts';
import {
  ASHA,
  bringBack,
  CONSENT,
  giveConsent,
  openApi,
  postForm,
  requestIn,
  stateIn,
} from '../../../../support/service/call-service.ts';

const { service, user } = await openApi({ credits: 100 });
const aLink = async () => (await user.send(ASHA)).links[0] ?? '';

const sentence = (body: string) => readPage(body, 'http://esign.example.in/').sentence;

/** Follows the language switch of a page at a path. */
async function switched(body: string, path: string, headers = {}) {
  const [, href = ''] = /<nav aria-label="[^"]+"><a href="([^"]+)"/.exec(body) ?? [];
  const url = new URL(href.replaceAll('&amp;', '&'), `http://esign.example.in${path}`);
  return await service.app.inject({ url: `${url.pathname}${url.search}`, headers });
}

test.each([
  [{ read: 'pages' }, EN.turn.problems['no-consent'], HI.turn.problems['no-consent']],
  [{ consent: 'yes' }, EN.turn.problems['not-read'], HI.turn.problems['not-read']],
])('what is missing from the consent %j stays said', async (fields, english, hindi) => {
  const link = await aLink();
  const refused = await postForm(service, link, { language: 'en', ...fields });
  expect([refused.statusCode, sentence(refused.body)]).toEqual([400, english]);
  const other = await switched(refused.body, link);
  expect([other.statusCode, stateIn(other), sentence(other.body)]).toEqual([200, 'failed', hindi]);
  const back = await switched(other.body, link);
  expect(sentence(back.body)).toBe(english);
});

test('a refused decline stays said at the address of the page', async () => {
  const link = await aLink();
  const refused = await postForm(service, `${link}/decline`, { reason: 'x'.repeat(501) });
  expect([refused.statusCode, sentence(refused.body)]).toEqual([400, EN.turn.problems.malformed]);
  const other = await switched(refused.body, `${link}/decline`);
  expect([other.statusCode, sentence(other.body)]).toEqual([200, HI.turn.problems.malformed]);
});

test('a box that was ticked is empty again: consent is given to the words of one language', async () => {
  const link = await aLink();
  const refused = await postForm(service, link, { language: 'en', consent: 'yes' });
  const other = await switched(refused.body, link);
  expect(other.body).toContain('name="consent"');
  expect(other.body).not.toContain(' checked');
});

test('why the last attempt failed stays said, and the language stays chosen', async () => {
  const link = await aLink();
  const request = requestIn(await giveConsent(service, link));
  const back = await bringBack(service, { msg: service.authority.refuse(request) });
  const failed = await service.app.inject(back.headers.location ?? '');
  const other = await switched(failed.body, link);
  expect(sentence(other.body)).toBe(HI.failures.signer_declined);
  expect(other.headers['set-cookie']).toMatch(/^lang=hi;/);
});

test('the choice of a name stays with the problem', async () => {
  const link = await aLink();
  const request = requestIn(await giveConsent(service, link));
  const msg = await service.authority.answer(request, { identity: 'Ravi Kumar' });
  await bringBack(service, { msg });
  for (const [as, chosen] of [
    ['', ''],
    ['Ravi Kumar (TEST)', 'Ravi Kumar (TEST)'],
  ] as const) {
    const refused = await postForm(service, link, { language: 'en', read: 'pages', as });
    const other = await switched(refused.body, link);
    for (const { body } of [refused, other])
      expect(/name="as" value="([^"]*)" checked/.exec(body)?.[1]).toBe(chosen);
  }
});

test('too many attempts stay said with the minutes that are left, until they are over', async () => {
  const link = await aLink();
  for (let count = 0; count < 10; count += 1) {
    const request = requestIn(await giveConsent(service, link));
    await bringBack(service, { msg: service.authority.refuse(request) });
  }
  const refused = await postForm(service, link, CONSENT);
  expect([refused.statusCode, sentence(refused.body)]).toEqual([429, EN.turn.tooMany(60)]);
  expect(sentence((await switched(refused.body, link)).body)).toBe(HI.turn.tooMany(60));
  service.advance(20 * 60_000);
  expect(sentence((await switched(refused.body, link)).body)).toBe(HI.turn.tooMany(40));
  service.advance(41 * 60_000);
  expect(stateIn(await switched(refused.body, link))).toBe('your-turn');
});

test('a refused answer stays refused', async () => {
  const url = '/gateway/return?problem=refused_answer';
  const page = await service.app.inject({ url });
  expect(sentence(page.body)).toContain(EN.notices['refused-answer'].title);
  const other = await switched(page.body, '/gateway/return');
  expect([other.statusCode, sentence(other.body)]).toEqual([
    400,
    expect.stringContaining(HI.notices['refused-answer'].title),
  ]);
});

test('an address puts nothing on the page', async () => {
  const link = await aLink();
  const { body } = await service.app.inject(`${link}?problem=%22%3E%3Cscript%3E&as=%22x`);
  expect(body).not.toContain('"><script>');
  expect(body).toContain(`href="${link}?problem=unsound&amp;lang=hi"`);
});
