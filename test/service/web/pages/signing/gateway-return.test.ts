import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../../../src/service/core/evidence/audit.rules.ts';
import { answerBytes, setAnswerAside } from '../../../../../src/service/core/signing/evidence.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import {
  ASHA,
  bringBack,
  followBack,
  giveConsent,
  openApi,
  postForm,
  requestIn,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { askedFor } from '../../../../support/service/test-authority.ts';
import { FORM_HEADERS, form } from '../../../../support/sign-in/form.ts';

const { service, user } = await openApi({ credits: 1000 });

/** The page after an answer. */
async function broughtTo(...given: Tail<Parameters<typeof bringBack>>) {
  const answer = await bringBack(service, ...given);
  return answer.statusCode === 303
    ? await service.app.inject(answer.headers.location ?? '')
    : answer;
}
type Tail<List> = List extends [unknown, ...infer Rest] ? Rest : never;

describe("the authority's answer", () => {
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

  test('sent twice leads to the same page in the browser that began', async () => {
    const { links } = await user.send(ASHA);
    const begun = await giveConsent(service, links[0] ?? '');
    const fields = { msg: await service.authority.answer(requestIn(begun)) };
    const answers = [
      await bringBack(service, fields, begun),
      await bringBack(service, fields, begun),
    ];
    expect(answers.map(({ headers }) => headers.location)).toEqual([links[0], links[0]]);
  });

  test('that failed says why, and the signer can start again', async () => {
    const { documentId, links } = await user.send(ASHA);
    const [link = ''] = links;
    const request = requestIn(await giveConsent(service, link));
    const page = await broughtTo({ msg: service.authority.refuse(request) });
    expect(stateIn(page)).toBe('failed');
    expect(page.body).toContain('You cancelled. Nothing was signed.');
    expect(page.body).toContain(`action="${link}"`);
    expect((await signBy(service, link)).statusCode).toBe(303);
    expect((await user.document(documentId)).status).toBe('COMPLETED');
  });

  test('for another hash is not embedded', async () => {
    const { documentId, links } = await user.send(ASHA);
    const request = requestIn(await giveConsent(service, links[0] ?? ''));
    const forged = request.replace(askedFor(request).inputHash, 'ab'.repeat(32));
    const page = await broughtTo({ msg: await service.authority.answer(forged) });
    expect(stateIn(page)).toBe('failed');
    expect((await user.document(documentId)).status).toBe('SENT');
  });

  test('made at another time is not embedded, and the signer can start again', async () => {
    const { documentId, links } = await user.send(ASHA);
    const [link = ''] = links;
    const begun = await giveConsent(service, link);
    const request = requestIn(begun);
    const at = new Date(service.deps.clock.now().getTime() - 3600_000);
    const msg = await service.authority.answer(request, { at });
    const page = await broughtTo({ msg }, begun);
    expect(stateIn(page)).toBe('failed');
    const audit = await service.deps.store.readAudit(documentId);
    const failed = audit.find(({ type }) => type === 'gateway.failed');
    expect(failed).toMatchObject({ data: { reason: 'stale' } });
    expect((await signBy(service, link)).statusCode).toBe(303);
  });

  test('for an unknown transaction is a 404 page', async () => {
    const { links } = await user.send(ASHA);
    const request = requestIn(await giveConsent(service, links[0] ?? ''));
    const answer = await service.authority.answer(request, { txn: 'ESIGN-other' });
    const page = await broughtTo({ msg: answer });
    expect(page.statusCode).toBe(404);
    expect(stateIn(page)).toBe('unknown-signature');
  });

  test.each([
    ['that is refused', 'garbage', EN.failures.refused_answer],
    ['for an unknown transaction', undefined, EN.failures.unknown_answer],
  ])('%s leads back to the document where this browser began', async (_what, msg, words) => {
    const { links } = await user.send(ASHA);
    const begun = await giveConsent(service, links[0] ?? '');
    const other = await service.authority.answer(requestIn(begun), { txn: 'ESIGN-other' });
    expect(String(begun.headers['set-cookie'])).toContain('Path=/gateway/return;');
    const back = await bringBack(service, { msg: msg ?? other }, begun);
    expect(back.statusCode).toBe(303);
    const page = await service.app.inject(back.headers.location ?? '');
    expect(stateIn(page)).toBe('failed');
    expect(page.body).toContain(words);
    expect(page.body).toContain(`action="${links[0]}"`);
  });

  test.each([
    ['is missing', {}],
    ['is empty', { msg: '' }],
    ['is garbage', { msg: 'garbage' }],
    ['is signed by nobody', { msg: '<EsignResp txn="ESIGN-1"/>' }],
  ])('that %s is refused with a page that says what to do', async (_what, fields) => {
    const page = await broughtTo(fields);
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

const { store, clock } = service.deps;
const FIELDS = { msg: 'the answer' };

/** An answer that two processes began to judge. */
async function twiceJudged() {
  const { documentId, links } = await user.send(ASHA);
  const [link = ''] = links;
  const begun = await giveConsent(service, link);
  const { txn } = askedFor(requestIn(begun));
  const resumeAt = new Date(clock.now().getTime() + 60_000);
  const arrived = { answer: answerBytes(FIELDS), at: clock.now(), origin: SYSTEM };
  for (const _time of [1, 2]) await store.keepAnswer(txn, { ...arrived, resumeAt });
  const setAside = () => setAnswerAside(service.deps, txn, arrived);
  return { documentId, link, begun, address: `/gateway/return?txn=${txn}`, setAside };
}

test('while its judgings may still come back, it is given back in a form', async () => {
  const { address } = await twiceJudged();
  const given = await postForm(service, address, FIELDS);
  expect(given.statusCode).toBe(503);
  expect(stateIn(given)).toBe('repost');
});

test('once it is set aside, its signer reads so wherever they come from, and signs anew', async () => {
  const { documentId, link, begun, address, setAside } = await twiceJudged();
  expect(await setAside()).toBe(true);
  const brought = await postForm(service, address, FIELDS);
  const back = await followBack(service, brought, begun);
  expect(back.headers.location).toBe(`${link}?problem=unreadable_answer`);
  for (const url of [back.headers.location ?? '', link]) {
    const page = await service.app.inject(url);
    expect(stateIn(page)).toBe('failed');
    expect(page.body).toContain(EN.failures.unreadable_answer);
    expect(page.body).toContain(`action="${link}"`);
  }
  expect((await signBy(service, link)).statusCode).toBe(303);
  expect((await user.document(documentId)).status).toBe('COMPLETED');
  expect((await service.app.inject(link)).body).not.toContain(EN.failures.unreadable_answer);
});
