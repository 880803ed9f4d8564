import { describe, expect, test } from 'vitest';
import { html } from '../../../../../src/html/html.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../../src/service/web/pages/words/hi.ts';
import {
  ASHA,
  CONSENT,
  giveConsent,
  openApi,
  postForm,
  RAVI,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { AUTHORITY_ORIGIN } from '../../../../support/service/test-authority.ts';

const { service, user } = await openApi({ credits: 1000 });

const open = (link = '') => service.app.inject(link);

describe("a signer's page", () => {
  test('shows the document, the sender and whose turn it is', async () => {
    const { links } = await user.send(ASHA, RAVI);
    const page = await open(links[0]);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(stateIn(page)).toBe('your-turn');
    for (const text of ['contract.pdf', 'Northwind Homes', 'Asha Rao', 'Ravi Kumar', 'TEST']) {
      expect(page.body).toContain(text);
    }
  });

  test.each([
    ['en', EN],
    ['hi', HI],
  ])('explains the agreement, the next steps and how to finish later: %s', async (lang, words) => {
    const { documentId, links } = await user.send(ASHA, RAVI);
    const { body } = await open(`${links[0]}?lang=${lang}`);
    const { turn, next, later } = words;
    const pages = Number(/<dd>(\d+)<\/dd>/.exec(body)?.[1]);
    for (const said of [
      turn.as(html`<bdi>Asha Rao</bdi>`),
      next.other(html`<bdi>Ravi Kumar</bdi>`),
    ]) {
      expect(body).toContain(said.text);
    }
    for (const said of [turn.agreement(pages), next.code, next.back, later.heading, later.words])
      expect(body).toContain(said);
    const [, inLater = ''] = body.split(later.words);
    const { linksUntil } = (await service.deps.store.findDocument(documentId)) ?? {};
    expect(inLater).toContain(`<time datetime="${linksUntil?.toISOString()}">`);
  });

  test('records the first opening, and only that', async () => {
    const { documentId, links } = await user.send(ASHA, RAVI);
    await open(links[1]);
    const first = (await user.document(documentId)).signers;
    expect(first[0]?.openedAt).toBeNull();
    expect(first[1]?.openedAt).toEqual(expect.any(String));
    await open(links[1]);
    expect((await user.document(documentId)).signers[1]?.openedAt).toBe(first[1]?.openedAt);
  });

  test('is not recorded as opened by polling or by a HEAD request', async () => {
    const { documentId, links } = await user.send(ASHA);
    await open(`${links[0]}/state`);
    const head = await service.app.inject({ method: 'HEAD', url: links[0] ?? '' });
    expect(head.statusCode).toBe(200);
    expect((await user.document(documentId)).signers[0]?.openedAt).toBeNull();
  });

  test('goes from waiting to your turn to signed to completed', async () => {
    const { links } = await user.send(ASHA, RAVI);
    const [asha = '', ravi = ''] = links;
    expect(stateIn(await open(ravi))).toBe('waiting');
    await signBy(service, asha);
    expect(stateIn(await open(asha))).toBe('signed');
    expect(stateIn(await open(ravi))).toBe('your-turn');
    await signBy(service, ravi);
    expect(stateIn(await open(asha))).toBe('completed');
    const last = await open(ravi);
    expect(stateIn(last)).toBe('completed');
    expect(last.body).toContain(`href="${ravi}/download"`);
    const download = await open(`${ravi}/download`);
    expect(download.statusCode).toBe(303);
    expect(download.headers.location).toMatch(/^http:\/\/esign\.example\.in\/download\//);
  });

  test('polls while waiting, and reloads without scripts', async () => {
    const { links } = await user.send(ASHA, RAVI);
    const [asha = '', ravi = ''] = links;
    const page = await open(ravi);
    expect(page.body).toContain('<noscript><meta http-equiv="refresh"');
    const seen = /data-seen="([^"]+)"/.exec(page.body)?.[1];
    expect((await open(`${ravi}/state`)).body).toBe(seen);
    await signBy(service, asha);
    expect((await open(`${ravi}/state`)).body).not.toBe(seen);
  });

  test('shows a name in the order of its letters, whatever marks it holds', async () => {
    const { links } = await user.send({ ...ASHA, name: 'Asha \u202eoaR' });
    const page = await open(links[0]);
    expect(page.body).toContain('Asha  oaR');
    expect(page.body).not.toContain('\u202e');
  });

  test('escapes untrusted text', async () => {
    const evil = '<script>alert("x")</script>';
    const { links } = await user.send({ ...ASHA, name: evil });
    const page = await open(links[0]);
    expect(page.body).not.toContain(evil);
    expect(page.body).toContain('&lt;script&gt;alert(&quot;x&quot;)');
  });

  test.each([
    ['of another signature', (token: string) => `${token.slice(0, -2)}xx`],
    ['cut short', (token: string) => token.slice(0, -5)],
    ['of nothing', () => 'x'],
    ['that is no text', () => '%00%ff'],
    ['of great length', () => 'x'.repeat(4000)],
  ])('behind a token %s is a 404 page', async (_what, change) => {
    const { links } = await user.send(ASHA);
    const token = (links[0] ?? '').slice('/sign/'.length);
    for (const path of [`/sign/${change(token)}`, `/sign/${change(token)}/state`]) {
      expect((await open(path)).statusCode).toBe(404);
    }
    const posted = await postForm(service, `/sign/${change(token)}`, CONSENT);
    expect(posted.statusCode).toBe(404);
  });
});

describe('consent', () => {
  test('is required before anything goes to the authority', async () => {
    const { links } = await user.send(ASHA);
    const page = await postForm(service, links[0] ?? '', {});
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('role="alert"');
    expect(page.body).not.toContain('name="request"');
  });

  test('leads to a form to the authority that works without scripts', async () => {
    const { links } = await user.send(ASHA);
    const page = await giveConsent(service, links[0] ?? '');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<form method="post" action="${AUTHORITY_ORIGIN}/sign"`);
    expect(page.body).toContain('<button type="submit">');
    expect(page.body).not.toMatch(/<script(?![^>]* src=)/);
    expect(page.headers['content-security-policy']).toContain(
      `form-action 'self' ${AUTHORITY_ORIGIN};`,
    );
  });
});

const buttonIn = (body: string) => /<button type="submit">([^<]+)<\/button>/.exec(body)?.[1];

test.each([
  ['signer_declined', 'note', 'button'],
  ['name_mismatch', 'alert', 'another'],
  ['identity_reused', 'alert', 'another'],
  ['otp_attempts', 'alert', 'again'],
  ['service_down', 'alert', 'again'],
  ['no-consent', 'alert', 'button'],
  ['not-read', 'alert', 'button'],
] as const)(
  'after %s, the page says so as a %s, and the button says what can be done: %s',
  async (problem, look, button) => {
    const { links } = await user.send(ASHA);
    for (const [lang, words] of [
      ['en', EN],
      ['hi', HI],
    ] as const) {
      const { body } = await open(`${links[0]}?problem=${problem}&lang=${lang}`);
      expect(body.match(/<p class="(note|alert)" role="(status|alert)">/)?.slice(1)).toEqual([
        look,
        look === 'note' ? 'status' : 'alert',
      ]);
      expect(buttonIn(body)).toBe(words.turn[button]);
    }
  },
);
