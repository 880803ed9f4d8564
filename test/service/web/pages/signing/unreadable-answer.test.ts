import { expect, test } from 'vitest';
import { SYSTEM } from '../../../../../src/service/core/evidence/audit.rules.ts';
import { answerBytes, setAnswerAside } from '../../../../../src/service/core/signing/evidence.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import {
  ASHA,
  followBack,
  giveConsent,
  openApi,
  postForm,
  requestIn,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { askedFor } from '../../../../support/service/test-authority.ts';

const { service, user } = await openApi();
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
