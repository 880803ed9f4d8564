import { expect, test } from 'vitest';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import {
  ASHA,
  CONSENT,
  followBack,
  giveConsent,
  openApi,
  postForm,
  requestIn,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { askedFor } from '../../../../support/service/test-authority.ts';

const { service, user } = await openApi({ credits: 100 });

const OTHER = { authority: 'TEST Other Authority', identity: 'TEST identity' };
const first = service.authority.gateway;
const other = { ...first, id: 'other', name: OTHER.authority, names: { en: OTHER, hi: OTHER } };
const [ofFirst, ofOther] = [first, other].map(({ names }) => EN.turn.consent(names.en).text);

/** Settings with these gateways from now on. */
const set = (...gateways: readonly (typeof other)[]) => Object.assign(service.deps, { gateways });

const openBreaker = (isOpen: boolean) =>
  service.deps.store.changeBreaker(first.id, ({ gateway }) => {
    const openUntil = isOpen ? new Date(Date.now() + 60_000) : null;
    return { gateway, failedAt: [], openUntil };
  });

const aLink = async () => (await user.send(ASHA)).links[0] ?? '';
const pageAt = async (url = '') => await service.app.inject(url);

test('the page asks for consent to the authority that is offered, and the next page leads there', async () => {
  set(first, other);
  const link = await aLink();
  expect((await pageAt(link)).body).toContain(ofFirst);
  await openBreaker(true);
  const page = await pageAt(link);
  expect(page.body).toContain(ofOther);
  expect(page.body).toContain('<input type="hidden" name="gateway" value="other">');
  const onward = await postForm(service, link, { ...CONSENT, gateway: 'other' });
  expect(onward.body).toContain(EN.gateway.title(OTHER));
  await openBreaker(false);
});

test('who consented to an authority that fails by now is told, and asked again', async () => {
  set(first, other);
  const link = await aLink();
  await openBreaker(true);
  const { statusCode, headers } = await postForm(service, link, {
    ...CONSENT,
    gateway: first.id,
  });
  expect(statusCode).toBe(303);
  const page = await pageAt(headers.location);
  expect(stateIn(page)).toBe('failed');
  expect(page.body).toContain(EN.turn.problems['authority-changed']);
  expect(page.body).toContain(ofOther);
  await openBreaker(false);
});

test('consent to an authority that is not in the settings leads nowhere', async () => {
  set(first, other);
  const page = await postForm(service, await aLink(), { ...CONSENT, gateway: 'gone' });
  expect(page.statusCode).toBe(400);
  expect(page.body).toContain(EN.turn.problems['authority-changed']);
});

test('a form without a gateway, of the release before, is consent to the first one', async () => {
  set(first, other);
  const { txn } = askedFor(requestIn(await giveConsent(service, await aLink())));
  expect(await service.deps.store.findAttempt(txn)).toMatchObject({ gateway: first.id });
});

test('an answer of an authority that the settings lack by now is kept, logged, and the signer is told', async () => {
  set(first, other);
  const begun = await giveConsent(service, await aLink());
  const request = requestIn(begun);
  const { txn } = askedFor(request);
  const msg = await service.authority.answer(request);
  set(other);
  const post = () => postForm(service, `/gateway/return?txn=${txn}`, { msg });
  const posted = await post();
  const page = await pageAt((await followBack(service, posted, begun)).headers.location);
  expect(page.body).toContain(EN.failures.gateway_missing);
  const elsewhere = await followBack(service, posted);
  expect(stateIn(elsewhere)).toBe('returned');
  expect(elsewhere.body).toContain(EN.failures.gateway_missing);
  const logged = service.log.filter((line) => line.includes('gateway missing: answer kept'));
  expect(logged).toMatchObject([expect.stringContaining(txn)]);
  expect(logged[0]).toContain('"level":50');
  set(first, other);
  expect((await post()).statusCode).toBe(303);
  expect(await service.deps.store.findAttempt(txn)).toMatchObject({ state: 'embedded' });
});
