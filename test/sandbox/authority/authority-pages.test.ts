import { expect, test } from 'vitest';
import type { Language } from '../../../src/languages/languages.ts';
import { LANGUAGES } from '../../../src/languages/languages.ts';
import { TEST_IDENTITIES } from '../../../src/sandbox/authority/identities.ts';
import { EN } from '../../../src/sandbox/authority/words/english.ts';
import { HI } from '../../../src/sandbox/authority/words/hindi.ts';
import { readPage } from '../../../src/sandbox/control/drive-signing.ts';
import { anAuthorityServer } from '../../support/sandbox/an-authority-server.ts';
import { aGateway, aGatewayRequest } from '../../support/service/a-gateway.ts';
import { anAuthority } from '../../support/service/an-authority.ts';

const ASHA = TEST_IDENTITIES[0]?.number ?? '';
/** A browser at the authority. */
async function aVisit(language: Language = 'en') {
  const world = await anAuthorityServer();
  const { get, post } = world;
  const gateway = aGateway(world.pki, world.clock, { languageParameter: 'lang' });
  const { action, fields } = await gateway.begin(aGatewayRequest({ language }));
  const { pathname, search } = new URL(action);
  const page = String((await post(`${pathname}${search}`, { ...fields })).headers.location);
  const shown = async () => {
    const { body } = await get(page);
    const { sentence, forms } = readPage(body, 'http://a.example/');
    return {
      body,
      sentence,
      field: forms[0]?.fields,
      tongue: /<html lang="(\w+)">/.exec(body)?.[1],
    };
  };
  return { ...world, page, shown };
}

test('the signer’s language comes with the request, and the signed request is the same', async () => {
  for (const { code } of LANGUAGES) {
    const visit = await aVisit(code);
    expect((await visit.shown()).tongue).toBe(code);
  }
  const { pki } = await anAuthority();
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  const request = aGatewayRequest({ language: 'hi' });
  const plain = await aGateway(pki, clock).begin(request);
  const asked = await aGateway(pki, clock, { languageParameter: 'lang' }).begin(request);
  expect(plain.action).toBe('http://127.0.0.1:4012/sign');
  expect(asked.action).toBe('http://127.0.0.1:4012/sign?lang=hi');
  expect(asked.fields).toEqual(plain.fields);
});

test('without a choice the pages speak the browser’s language', async () => {
  const { get } = await aVisit();
  const { body } = await get('/', { cookie: '', 'accept-language': 'hi-IN,en;q=0.5' });
  expect(body).toContain('<html lang="hi">');
  expect(body).toContain('<a href="?lang=en" lang="en" hreflang="en">English</a>');
  expect(body).toContain(HI.outcomes.slow);
});

test('the switch submits what was typed, and nothing is checked', async () => {
  const visit = await aVisit();
  const { body } = await visit.shown();
  expect(body).toContain(
    '<button class="plain" form="step" formnovalidate name="language" value="hi" lang="hi">हिन्दी</button>',
  );
  expect(body.indexOf('formnovalidate')).toBeGreaterThan(body.indexOf(EN.identity.button));
  await visit.post(`${visit.page}/identity`, { identity: '12 34', language: 'hi' });
  expect(await visit.shown()).toMatchObject({ tongue: 'hi', field: { identity: '12 34' } });
  expect((await visit.shown()).body).not.toContain('role="alert"');
});

test.each([
  ['invalid-number', { identity: '1234', consent: 'yes' }],
  ['unknown-number', { identity: '100000000015', consent: 'yes' }],
  ['no-consent', { identity: ASHA }],
] as const)('%s and the field stay when the language changes', async (problem, fields) => {
  const visit = await aVisit();
  await visit.post(`${visit.page}/identity`, fields);
  const field = { identity: fields.identity };
  expect(await visit.shown()).toMatchObject({
    tongue: 'en',
    sentence: EN.problems[problem],
    field,
  });
  await visit.post(`${visit.page}/identity`, { ...fields, language: 'hi' });
  expect(await visit.shown()).toMatchObject({
    tongue: 'hi',
    sentence: HI.problems[problem],
    field,
  });
});

test.each([
  ['otp-wrong', { otp: 'x' }],
  ['otp-malformed', { otp: '12' }],
] as const)(
  '%s stays when the language changes, and costs no further try',
  async (problem, given) => {
    const visit = await aVisit();
    await visit.post(`${visit.page}/identity`, { identity: ASHA, consent: 'yes' });
    const right = visit.phone.messages().at(-1)?.code ?? '';
    const otp =
      given.otp === 'x' ? right.replace(/^./, right.startsWith('0') ? '1' : '0') : given.otp;
    await visit.post(`${visit.page}/code`, { otp });
    expect((await visit.shown()).sentence).toBe(EN.problems[problem]);
    await visit.post(`${visit.page}/code`, { otp: '98 7', language: 'hi' });
    const hindi = await visit.shown();
    expect(hindi).toMatchObject({ sentence: HI.problems[problem], field: { otp: '98 7' } });
    expect(hindi.body).toContain(HI.otp.tries(problem === 'otp-wrong' ? 2 : 3, 3));
  },
);

test('a code requested too soon is refused in both languages, with the seconds left', async () => {
  const visit = await aVisit('hi');
  await visit.post(`${visit.page}/identity`, { identity: ASHA, consent: 'yes' });
  expect(visit.phone.messages().at(-1)?.text).toContain('आपका परीक्षण (TEST) OTP');
  await visit.post(`${visit.page}/resend`, {});
  expect((await visit.shown()).sentence).toMatch(/^आप (30|2\d) सेकंड बाद दूसरा OTP मँगा सकते हैं।$/);
  await visit.post(`${visit.page}/code`, { language: 'en' });
  expect((await visit.shown()).sentence).toMatch(/^You can request another OTP in \d\d seconds\.$/);
  await visit.clock.advance(60_000);
  expect((await visit.shown()).sentence).toBe('You can request another OTP now.');
});

test('a page that is gone says so in both languages', async () => {
  const { get } = await aVisit();
  expect(readPage((await get('/session/x')).body, 'http://a.example/').sentence).toBe(
    EN.refusal.gone,
  );
  const hindi = (await get('/session/x?lang=hi')).body;
  expect(readPage(hindi, 'http://a.example/').sentence).toBe(HI.refusal.gone);
});

test('every failure and problem has words in Hindi', () => {
  for (const kind of ['failures', 'problems', 'outcomes'] as const) {
    expect(Object.keys(HI[kind])).toEqual(Object.keys(EN[kind]));
    for (const words of Object.values(HI[kind]))
      expect(typeof words === 'function' ? words(2) : words).toMatch(/\p{Script=Devanagari}/u);
  }
});
