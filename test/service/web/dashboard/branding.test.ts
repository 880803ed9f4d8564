import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { dark } from '../../../../src/html/tokens.ts';
import { withdrawDocument } from '../../../../src/service/core/documents/withdraw-document.ts';
import { EN } from '../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../src/service/web/pages/words/hi.ts';
import { aLogo } from '../../../support/pdf/a-logo.ts';
import { ASHA, openApi, RAVI } from '../../../support/service/call-service.ts';
import { mailsOf } from '../../../support/service/due-mails.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import type { FormPart } from '../../../support/sign-in/form.ts';
import { FORM_HEADERS, form } from '../../../support/sign-in/form.ts';

const { service, user } = await openApi({ credits: 1000 });
const { app, deps } = service;
const { accountId } = user.account;
const owner = await aMember(service, { accountId });
const stored = () => deps.store.findAccount(accountId);
const SETTINGS = '/dashboard/settings';
const FIELDS = { name: 'Northwind Homes', linkDays: '30', names: 'flag' };

/** Uploads a logo as a browser does from the settings. */
async function upload(value: Buffer, { hasKey = true, site = 'same-origin' } = {}) {
  const { body } = await owner.get(SETTINGS);
  const key = /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
  const file = { name: 'file', fileName: 'logo.png', type: 'image/png', value };
  const parts: FormPart[] = [...(hasKey ? [{ name: 'form_key', value: key }] : []), file];
  return await app.inject({
    method: 'POST',
    url: `${SETTINGS}/logo`,
    headers: { ...FORM_HEADERS, cookie: owner.cookie, 'sec-fetch-site': site },
    payload: form(...parts),
  });
}

const logoIn = (page: string): string => /\/logos\/[0-9a-f]{64}\.png/.exec(page)?.[0] ?? '';
const styleIn = (page: string): string => /\/brand\/[^"]+/.exec(page)?.[0] ?? '';

test('a logo stands beside the sender’s name on pages, in both languages, and at the top of mails', async () => {
  expect((await upload(aLogo())).headers.location).toBe(`${SETTINGS}?saved=1`);
  const { links } = await user.send(ASHA, RAVI);
  for (const [lang, words] of [
    ['en', EN],
    ['hi', HI],
  ] as const)
    for (const link of links) {
      const { body } = await app.inject(`${link}?lang=${lang}`);
      expect(body).toMatch(
        new RegExp(
          `<p class="asks"><img class="logo" src="/logos/[0-9a-f]{64}.png" alt="${words.logo('Northwind Homes')}">`,
        ),
      );
    }
  const [mail] = await mailsOf(deps);
  const [logo] = mail?.attachments ?? [];
  expect(logo).toMatchObject({ fileName: 'logo.png', contentType: 'image/png' });
  expect(mail?.html).toContain(
    `<img src="cid:${logo?.contentId}" width="144" height="48" alt="Northwind Homes"`,
  );
});

test('a logo is served to anybody by its hash, as an image and nothing else, and no more once it was removed', async () => {
  await upload(aLogo({ width: 50, height: 50 }));
  const url = logoIn((await owner.get(SETTINGS)).body);
  const served = await app.inject(url);
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(PNG.sync.read(served.rawPayload)).toMatchObject({ width: 50, height: 50 });
  const { links } = await user.send(ASHA);
  expect((await app.inject(links[0] ?? '')).body).toContain(url);
  await owner.post(`${SETTINGS}/logo/remove`);
  expect((await app.inject(url)).statusCode).toBe(404);
  expect((await app.inject(links[0] ?? '')).body).not.toContain('/logos/');
  expect(await stored()).toMatchObject({ logoHash: null });
});

test.each(['x', 'x.png', `${'0'.repeat(64)}.png`, `${'0'.repeat(64)}.svg`])(
  'there is no logo %s',
  async (name) => {
    expect((await app.inject(`/logos/${name}`)).statusCode).toBe(404);
  },
);

test('a form without the session’s key, or from another site, changes no logo', async () => {
  const before = await stored();
  expect((await upload(aLogo(), { hasKey: false })).statusCode).toBe(403);
  expect((await upload(aLogo(), { site: 'cross-site' })).statusCode).toBe(403);
  expect(await stored()).toEqual(before);
});

test('a form with a file is taken by the logo alone', async () => {
  const { body } = await owner.get(SETTINGS);
  const value = /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
  const reply = await app.inject({
    method: 'POST',
    url: `${SETTINGS}/logo/remove`,
    headers: { ...FORM_HEADERS, cookie: owner.cookie, 'sec-fetch-site': 'same-origin' },
    payload: form({ name: 'form_key', value }),
  });
  expect(reply.statusCode).toBe(403);
});

test.each([
  ['Choose a file first.', Buffer.alloc(0)],
  ['That file is not a PNG.', Buffer.from('GIF89a')],
  ['That file has more than 200 kB.', Buffer.concat([aLogo(), Buffer.alloc(3_000_000)])],
  ['That picture is wider or higher than 1000 pixels.', aLogo({ width: 1200, height: 20 })],
  ['That PNG is damaged or incomplete.', aLogo().subarray(0, 100)],
])('%s The former logo stays', async (words, file) => {
  await upload(aLogo());
  const before = await stored();
  const refused = await upload(file);
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain(words);
  expect(await stored()).toEqual(before);
});

test('a colour is the accent of pages and mails, lighter on dark ones', async () => {
  await owner.post(SETTINGS, { ...FIELDS, colour: ' #0E5C58 ' });
  expect(await stored()).toMatchObject({ colour: '#0e5c58' });
  const { links } = await user.send(ASHA);
  const page = await app.inject(links[0] ?? '');
  expect(page.body.indexOf('/brand/')).toBeGreaterThan(page.body.indexOf('style.css'));
  const style = await app.inject(styleIn(page.body));
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  expect(style.body).toContain(':root { --accent: #0e5c58; }');
  expect(style.body).toContain('(prefers-color-scheme: dark) { :root { --accent: #629592; } }');
  const mail = (await mailsOf(deps)).at(-1);
  expect(mail?.html).toContain('background-color:#0e5c58');
  expect(mail?.html).toContain('.button { background-color: #629592 !important; }');
  expect(mail?.html).not.toContain(dark('accent'));
});

test.each([
  ['This colour is too light for white button text or light pages. Try #', '#ffcc00'],
  ['Colour: must be a # and six hexadecimal digits', 'red'],
])('%s: %s is refused in words, and kept in the field', async (words, colour) => {
  const refused = await owner.post(SETTINGS, { ...FIELDS, colour });
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain(words);
  expect(refused.body).toContain(`value="${colour}"`);
});

test.each(['ffcc00.css', 'x.css', '0e5c58'])('there is no style %s', async (name) => {
  expect((await app.inject(`/brand/${name}`)).statusCode).toBe(404);
});

test('the language of mails and the offer of new links are kept, also by a form without them', async () => {
  expect(await stored()).toMatchObject({ language: 'en', newLinks: true });
  await owner.post(SETTINGS, { ...FIELDS, language: 'hi', newLinks: 'false' });
  await owner.post(SETTINGS, FIELDS);
  expect(await stored()).toMatchObject({ language: 'hi', newLinks: false });
  const { body } = await owner.get(SETTINGS);
  expect(body).toContain('<option value="hi" selected>');
  expect(body).toContain('<option value="false" selected>');
  await user.send(ASHA);
  const mail = (await mailsOf(deps)).at(-1);
  expect(mail?.text).toMatch(/\n\nIn English: see below\.\n/);
  await owner.post(SETTINGS, { ...FIELDS, language: 'en', newLinks: 'true' });
});

test('pages of senders without colour and logo have neither', async () => {
  await owner.post(SETTINGS, { ...FIELDS, colour: '' });
  await owner.post(`${SETTINGS}/logo/remove`);
  const { links } = await user.send(ASHA);
  const { body } = await app.inject(links[0] ?? '');
  expect([logoIn(body), styleIn(body)]).toEqual(['', '']);
});

test('a page that says how a document ended has the sender’s look too', async () => {
  await upload(aLogo());
  await owner.post(SETTINGS, { ...FIELDS, colour: '#0e5c58' });
  const { documentId, links } = await user.send(ASHA);
  const origin = { actor: 'account:x', ip: null, userAgent: null, requestId: null };
  await withdrawDocument(deps, asOwner(accountId), { documentId, reason: 'Sent twice', origin });
  const { body } = await app.inject(links[0] ?? '');
  expect(logoIn(body)).not.toBe('');
  expect(styleIn(body)).not.toBe('');
});

test('the previews are written as the real page and mail are, say so, and do nothing', async () => {
  await owner.post(SETTINGS, { ...FIELDS, colour: '#0e5c58', message: 'Call us.' });
  await upload(aLogo());
  const page = await owner.get(`${SETTINGS}/preview/page`);
  for (const words of ['PREVIEW', 'TEST document', 'Call us.', 'Northwind Homes', EN.turn.button])
    expect(page.body).toContain(words);
  expect([logoIn(page.body), styleIn(page.body)]).not.toContain('');
  expect(page.headers['content-security-policy']).toMatch(/;sandbox allow-same-origin$/);
  expect((await owner.get(`${SETTINGS}/preview/page?lang=hi`)).body).toContain(HI.turn.button);
  const mail = await owner.get(`${SETTINGS}/preview/mail`);
  expect(mail.body).toContain('Nobody received it.');
  expect(mail.headers['content-security-policy']).toContain(";frame-src 'self'");
  const body = await owner.get(`${SETTINGS}/preview/mail/body`);
  expect(body.headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
  });
  expect(body.body).toContain('<img src="data:image/png;base64,');
  expect(body.body).toContain('http://esign.example.in/dashboard/settings/preview/page');
  const all = { accountId, query: { kind: 'all' }, limit: 100 } as const;
  expect(await deps.store.findDocuments(all)).not.toContainEqual(
    expect.objectContaining({ name: 'TEST document' }),
  );
});
