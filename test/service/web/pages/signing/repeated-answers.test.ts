import { expect, test } from 'vitest';
import { SYSTEM } from '../../../../../src/service/core/evidence/audit.rules.ts';
import { resendLink } from '../../../../../src/service/core/links/resend-link.ts';
import {
  ASHA,
  bringBack,
  followBack,
  giveConsent,
  openApi,
  postForm,
  requestIn,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { askedFor } from '../../../../support/service/test-authority.ts';
import { asOwner } from '../../../../support/sign-in/callers.ts';

const DAY_MS = 24 * 3600_000;

const { service, user } = await openApi({ credits: 1000 });

const linkOf = async (documentId: string) =>
  new URL(String((await user.document(documentId)).signers[0]?.signUrl)).pathname;

/** A signer at the authority, and the address that it posts to. */
async function atAuthority() {
  const { documentId, links } = await user.send(ASHA);
  const [link = ''] = links;
  const begun = await giveConsent(service, link);
  const request = requestIn(begun);
  const address = `/gateway/return?txn=${askedFor(request).txn}`;
  return { documentId, link, begun, request, address };
}

/** The sender sends the link again after it has ended: the signer gets another one. */
async function renew(documentId: string): Promise<string> {
  service.advance(32 * DAY_MS);
  await resendLink(service.deps, asOwner(user.account.accountId), { documentId, origin: SYSTEM });
  return await linkOf(documentId);
}

test('an old answer does not lead to the link that was sent since, in any browser', async () => {
  const { documentId, link, begun, request, address } = await atAuthority();
  const msg = service.authority.refuse(request);
  expect((await bringBack(service, { msg })).headers.location).toBe(
    `${link}?problem=signer_declined`,
  );
  const renewed = await renew(documentId);
  expect(renewed).not.toBe(link);
  const token = renewed.split('/').at(-1) ?? '';
  for (const url of [address, '/gateway/return']) {
    const posted = await postForm(service, url, { msg });
    const page = await followBack(service, posted);
    expect([page.statusCode, stateIn(page)]).toEqual([200, 'returned']);
    expect(page.body).toContain('You cancelled. Nothing was signed.');
    expect(page.body).toContain('open your signing link from the email');
    expect(page.body).not.toContain('/sign/');
    const own = await followBack(service, posted, begun);
    expect(own.headers.location).toBe(`${link}?problem=signer_declined`);
    expect(stateIn(await service.app.inject(own.headers.location ?? ''))).toBe('expired');
    for (const { headers, body } of [posted, page, own])
      expect(JSON.stringify(headers) + body).not.toContain(token);
  }
});

test('an old answer that was not brought before leads to no link either', async () => {
  const { documentId, request, address } = await atAuthority();
  const msg = service.authority.refuse(request);
  await renew(documentId);
  const page = await followBack(service, await postForm(service, address, { msg }));
  expect(stateIn(page)).toBe('returned');
  expect(page.body).not.toContain('/sign/');
});

test('a signature that is brought again says that it is in the document, and leads to no link', async () => {
  const { documentId, link, request } = await atAuthority();
  const msg = await service.authority.answer(request);
  expect((await bringBack(service, { msg })).headers.location).toBe(link);
  const page = await bringBack(service, { msg });
  expect(stateIn(page)).toBe('returned');
  expect(page.body).toContain('is in the document');
  expect((await user.document(documentId)).status).toBe('COMPLETED');
});

test('anything else that is posted to a finished attempt leads to no link', async () => {
  const { request, address } = await atAuthority();
  await bringBack(service, { msg: await service.authority.answer(request) });
  const other = service.authority.refuse(request);
  const page = await followBack(service, await postForm(service, address, { msg: other }));
  expect([stateIn(page), page.body.includes('/sign/')]).toEqual(['returned', false]);
});

test('the first answer leads to the link that its attempt began with, not to a newer one', async () => {
  const { documentId, link, request } = await atAuthority();
  const msg = await service.authority.answer(request);
  const change = { linkGeneration: 1 };
  const signerId = (await user.document(documentId)).signers[0]?.signerId ?? '';
  await service.deps.store.transaction((tx) => tx.changeSigner(signerId, change));
  expect(await linkOf(documentId)).not.toBe(link);
  expect((await bringBack(service, { msg })).headers.location).toBe(link);
});

test('a browser that remembers somebody else’s link is not led there', async () => {
  const [one, other] = [await atAuthority(), await atAuthority()];
  const msg = service.authority.refuse(one.request);
  const posted = await postForm(service, one.address, { msg });
  expect((await followBack(service, posted, other.begun)).headers.location).toBe(
    `${one.link}?problem=signer_declined`,
  );
  const again = await postForm(service, one.address, { msg });
  expect(stateIn(await followBack(service, again, other.begun))).toBe('returned');
});

test('what came of an answer stays said in the other language', async () => {
  const { request } = await atAuthority();
  const msg = service.authority.refuse(request);
  await bringBack(service, { msg });
  const page = await bringBack(service, { msg });
  const [, href = ''] = /<a href="(\?[^"]*)" lang="hi"/.exec(page.body) ?? [];
  const other = await service.app.inject(`/gateway/return${href.replaceAll('&amp;', '&')}`);
  expect(other.body).toContain('<html lang="hi">');
  expect(stateIn(other)).toBe('returned');
});
