import { describe, expect, test } from 'vitest';
import { EN } from '../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../src/service/web/pages/words/hi.ts';
import { ASHA, openApi } from '../../../support/service/call-service.ts';

const { service, user } = await openApi();
const link = (await user.send(ASHA)).links[0] ?? '';

const open = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers });
const languageIn = (body: string) => /<html lang="(\w+)">/.exec(body)?.[1];

describe('the language of a page', () => {
  test.each([
    [undefined, 'en'],
    ['hi', 'hi'],
    ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
    ['en-IN,hi;q=0.9', 'en'],
    ['en;q=0.3, HI;q=0.4', 'hi'],
    ['ta-IN,hi;q=0.5,en;q=0.4', 'hi'],
    ['hi;q=0, en', 'en'],
    ['ta', 'en'],
    [';;,=,q', 'en'],
  ])('asked for as %s is %s', async (accepted, language) => {
    const page = await open(link, accepted === undefined ? {} : { 'accept-language': accepted });
    expect(languageIn(page.body)).toBe(language);
  });

  test('can be switched on the page, to the other one by its own name', async () => {
    const page = await open(link);
    expect(page.body).toContain(`<a href="${link}?lang=hi" lang="hi" hreflang="hi">हिन्दी</a>`);
    const other = await open(`${link}?lang=hi`);
    expect(languageIn(other.body)).toBe('hi');
    expect(other.body).toContain(`<a href="${link}?lang=en" lang="en" hreflang="en">English</a>`);
  });

  test('once chosen is kept by a cookie; without a choice there is no cookie', async () => {
    expect((await open(link)).headers['set-cookie']).toBeUndefined();
    const chosen = await open(`${link}?lang=hi`);
    expect(chosen.headers['set-cookie']).toBe(
      'lang=hi; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
    );
    const kept = await open(link, { cookie: 'a=b; lang=hi' });
    expect(languageIn(kept.body)).toBe('hi');
  });

  test('asked for in a link leaves its token as it is', async () => {
    const statuses = async (method: 'GET' | 'HEAD', url: string) =>
      (await service.app.inject({ method, url })).statusCode;
    for (const method of ['GET', 'HEAD'] as const) {
      expect(await statuses(method, `${link}?lang=hi`)).toBe(200);
      expect(await statuses(method, `${link}%3Flang=hi`)).toBe(404);
      expect(await statuses(method, `${link.replace('.', '%2E')}?lang=hi`)).toBe(404);
    }
  });

  test.each(['fr', 'toString', '', 'hi%0d%0a'])('is not changed by lang=%s', async (lang) => {
    const page = await open(`${link}?lang=${lang}`);
    expect(languageIn(page.body)).toBe('en');
    expect(page.headers['set-cookie']).toBeUndefined();
  });

  test.each(['/sign/x', '/download/x', '/nothing'])('is kept where %s fails', async (url) => {
    const page = await open(url, { 'accept-language': 'hi' });
    expect(languageIn(page.body)).toBe('hi');
    expect(page.body).toMatch(/<h1[^>]*>[^<]*\p{Script=Devanagari}/u);
  });
});

type Said = string | ((...given: never[]) => unknown) | { readonly [key: string]: Said };

const sentences = (words: Said, path = ''): [string, string][] => {
  if (typeof words === 'function') return [];
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words).flatMap(([key, said]) => sentences(said, `${path}.${key}`));
};

test('every text exists in Hindi', () => {
  const english = new Map(sentences(EN));
  const hindi = sentences(HI).filter(([path]) => path !== '.test.label');
  expect(hindi).toHaveLength(english.size - 1);
  for (const [path, said] of hindi)
    expect([path, said]).toEqual([path, expect.stringMatching(/\p{Script=Devanagari}/u)]);
});

test('every reason why nothing was signed says so', () => {
  for (const words of [EN, HI]) {
    const nothing = words === EN ? /Nothing was signed/ : /कोई हस्ताक्षर नहीं हुआ/;
    for (const [reason, failure] of Object.entries(words.failures)) {
      const said = typeof failure === 'function' ? failure('Asha Rao').text : failure;
      expect([reason, said]).toEqual([reason, expect.stringMatching(nothing)]);
    }
  }
});
