import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiUser } from '../../../support/call-service.ts';
import {
  ASHA,
  apiUser,
  bringBack,
  giveConsent,
  postForm,
  RAVI,
  requestIn,
  signBy,
  stateIn,
} from '../../../support/call-service.ts';
import { FORM_HEADERS, form } from '../../../support/form.ts';
import type { TestService } from '../../../support/open-service.ts';
import { openService } from '../../../support/open-service.ts';
import { AUTHORITY_ORIGIN, askedFor } from '../../../support/test-authority.ts';

let service: TestService;
let user: ApiUser;
beforeAll(async () => {
  service = await openService();
  user = apiUser(service, await service.account({ credits: 1000 }));
  return () => service.close();
});

const open = (link = '') => service.app.inject(link);

describe("a signer's page", () => {
  test('shows what is to be signed, for whom, and whose turn it is', async () => {
    const { links } = await user.send(ASHA, RAVI);
    const page = await open(links[0]);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(stateIn(page)).toBe('your-turn');
    for (const text of ['contract.pdf', 'Northwind Homes', 'Asha Rao', 'Ravi Kumar', 'TEST']) {
      expect(page.body).toContain(text);
    }
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
    expect(last.body).toMatch(/href="http:\/\/esign\.example\.in\/download\//);
  });

  test('that waits asks for news by a script, and reloads without scripts', async () => {
    const { links } = await user.send(ASHA, RAVI);
    const [asha = '', ravi = ''] = links;
    const page = await open(ravi);
    expect(page.body).toContain('<noscript><meta http-equiv="refresh"');
    const seen = /data-seen="([^"]+)"/.exec(page.body)?.[1];
    expect((await open(`${ravi}/state`)).body).toBe(seen);
    await signBy(service, asha);
    expect((await open(`${ravi}/state`)).body).not.toBe(seen);
  });

  test('escapes what strangers typed', async () => {
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
    const posted = await postForm(service, `/sign/${change(token)}`, { consent: 'yes' });
    expect(posted.statusCode).toBe(404);
  });
});

describe('consent', () => {
  test('is asked for before anything goes to the authority', async () => {
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

  test('given twice goes on with the same request', async () => {
    const { links } = await user.send(ASHA);
    const txn = async () => {
      const request = requestIn(await giveConsent(service, links[0] ?? ''));
      return askedFor(request).txn;
    };
    expect(await txn()).toBe(await txn());
  });
});

describe("the authority's answer", () => {
  test('that signed leads back to the signer’s page', async () => {
    const { documentId, links } = await user.send(ASHA);
    const answer = await signBy(service, links[0] ?? '');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(links[0]);
    expect((await user.document(documentId)).status).toBe('COMPLETED');
  });

  test('is read from a multipart form as well', async () => {
    const { documentId, links } = await user.send(ASHA);
    const request = requestIn(await giveConsent(service, links[0] ?? ''));
    const value = await service.authority.answer(request);
    const answer = await service.app.inject({
      method: 'POST',
      url: '/gateway/return',
      headers: FORM_HEADERS,
      payload: form({ name: 'msg', value }),
    });
    expect(answer.statusCode).toBe(303);
    expect((await user.document(documentId)).status).toBe('COMPLETED');
  });

  test('brought twice shows the same result', async () => {
    const { links } = await user.send(ASHA);
    const request = requestIn(await giveConsent(service, links[0] ?? ''));
    const fields = { msg: await service.authority.answer(request) };
    const answers = [await bringBack(service, fields), await bringBack(service, fields)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  });

  test('that failed says why, and the signer can start again', async () => {
    const { documentId, links } = await user.send(ASHA);
    const [link = ''] = links;
    const request = requestIn(await giveConsent(service, link));
    const page = await bringBack(service, { msg: service.authority.refuse(request) });
    expect(stateIn(page)).toBe('failed');
    expect(page.body).toContain('You stopped. Nothing was signed.');
    expect(page.body).toContain(`action="${link}"`);
    expect((await signBy(service, link)).statusCode).toBe(303);
    expect((await user.document(documentId)).status).toBe('COMPLETED');
  });

  test('over another hash is not embedded', async () => {
    const { documentId, links } = await user.send(ASHA);
    const request = requestIn(await giveConsent(service, links[0] ?? ''));
    const forged = request.replace(askedFor(request).inputHash, 'ab'.repeat(32));
    const page = await bringBack(service, { msg: await service.authority.answer(forged) });
    expect(stateIn(page)).toBe('failed');
    expect((await user.document(documentId)).status).toBe('SENT');
  });

  test('made at another time is not embedded, and the signer can start again', async () => {
    const { documentId, links } = await user.send(ASHA);
    const [link = ''] = links;
    const request = requestIn(await giveConsent(service, link));
    const at = new Date(service.deps.clock.now().getTime() - 3600_000);
    const page = await bringBack(service, { msg: await service.authority.answer(request, { at }) });
    expect(stateIn(page)).toBe('failed');
    const audit = await service.deps.store.readAudit(documentId);
    expect(audit.at(-1)).toMatchObject({ type: 'gateway.failed', data: { reason: 'stale' } });
    expect((await signBy(service, link)).statusCode).toBe(303);
  });

  test('for a transaction that is not ours is a 404 page', async () => {
    const { links } = await user.send(ASHA);
    const request = requestIn(await giveConsent(service, links[0] ?? ''));
    const answer = await service.authority.answer(request, { txn: 'ESIGN-other' });
    const page = await bringBack(service, { msg: answer });
    expect(page.statusCode).toBe(404);
    expect(stateIn(page)).toBe('unknown-signature');
  });

  test.each([
    ['is missing', {}],
    ['is empty', { msg: '' }],
    ['is garbage', { msg: 'garbage' }],
    ['is signed by nobody', { msg: '<EsignResp txn="ESIGN-1"/>' }],
  ])('that %s is refused with a page that says what to do', async (_what, fields) => {
    const page = await bringBack(service, fields);
    expect(page.statusCode).toBe(400);
    expect(stateIn(page)).toBe('refused-answer');
    expect(page.body).toContain('Nothing was signed');
  });

  test.each([
    ['JSON', 'application/json', '{"answer":"x"}'],
    ['no type', undefined, 'answer=x'],
    ['a broken multipart form', FORM_HEADERS['content-type'], 'garbage'],
    ['a form of repeated fields', 'application/x-www-form-urlencoded', 'answer=x&answer=y'],
    [
      'a form that is too large',
      'application/x-www-form-urlencoded',
      `answer=${'x'.repeat(300_000)}`,
    ],
  ])('sent as %s is refused', async (_what, type, payload) => {
    const page = await service.app.inject({
      method: 'POST',
      url: '/gateway/return',
      headers: type ? { 'content-type': type } : {},
      payload,
    });
    expect(page.statusCode).toBe(400);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});
