import { expect, test } from 'vitest';
import { withdrawDocument } from '../../../../../src/service/core/documents/withdraw-document.ts';
import { SYSTEM } from '../../../../../src/service/core/evidence/audit.rules.ts';
import { resendLink } from '../../../../../src/service/core/links/resend-link.ts';
import { untilMinute } from '../../../../../src/service/core/quotas.rules.ts';
import { removeDocument } from '../../../../../src/service/core/retention/remove-document.ts';
import {
  ASHA,
  bringBack,
  giveConsent,
  openApi,
  RAVI,
  requestIn,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { asOwner } from '../../../../support/sign-in/callers.ts';

const DAY_MS = 24 * 3600_000;

const { service, user } = await openApi({ credits: 1000 });
const { accountId } = user.account;
const open = (url = '') => service.app.inject(url);
const resend = (documentId: string) =>
  resendLink(service.deps, asOwner(accountId), { documentId, origin: SYSTEM });
const withdraw = (documentId: string, reason = 'Sent twice <by mistake>') =>
  withdrawDocument(service.deps, asOwner(accountId), { documentId, reason, origin: SYSTEM });
const pathsOf = async (documentId: string) =>
  (await user.document(documentId)).signers.map(({ signUrl }) => new URL(String(signUrl)).pathname);

/** What lies below a link: nothing of it shows once the link has ended. */
async function expectClosed(link: string, state: string): Promise<void> {
  expect((await open(`${link}/state`)).body).toBe(state);
  expect((await open(`${link}/pages`)).statusCode).toBe(404);
  for (const below of ['document.pdf', 'download']) {
    const answer = await open(`${link}/${below}`);
    expect([answer.statusCode, stateIn(answer)], below).toEqual([410, state]);
  }
  expect((await open(`${link}/certificate`)).headers.location).toBe(link);
  expect((await giveConsent(service, link)).statusCode).toBe(410);
  expect((await service.app.inject({ method: 'HEAD', url: link })).statusCode).toBe(410);
}

test('a link works for 30 days, and the page says until when', async () => {
  const { links } = await user.send(ASHA);
  const [link = ''] = links;
  expect((await open(link)).body).toMatch(
    /This link works until <time datetime="[^"]+">\d+ \w+ \d{4}/,
  );
  service.advance(30 * DAY_MS - 60_000);
  expect(stateIn(await open(link))).toBe('your-turn');
  service.advance(61_000);
  expect(stateIn(await open(link))).toBe('expired');
});

test('an expired link names sender, document and days, and no signer', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  const { sentAt, linksUntil } = (await service.deps.store.findDocument(documentId)) ?? {};
  service.advance(31 * DAY_MS);
  for (const link of links) {
    const { statusCode, body } = await open(link);
    expect(statusCode).toBe(410);
    expect(body).toContain('<bdi>Northwind Homes</bdi> sent you “<bdi>contract.pdf</bdi>” to sign');
    for (const day of [sentAt, linksUntil])
      expect(body).toContain(`<time datetime="${day?.toISOString()}">`);
    expect(body).not.toMatch(/Asha|Ravi|SHA-256|example\.in/);
    await expectClosed(link, 'expired');
  }
});

test('a link that is sent again in time goes on, and one that had expired is replaced', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  service.advance(20 * DAY_MS);
  await resend(documentId);
  service.advance(20 * DAY_MS);
  expect(await pathsOf(documentId)).toEqual(links);
  expect(stateIn(await open(links[0]))).toBe('your-turn');
  service.advance(20 * DAY_MS);
  expect(await resend(documentId)).toMatchObject({ name: 'Asha Rao', email: 'asha@example.in' });
  const [asha = '', ravi = ''] = await pathsOf(documentId);
  expect(links).not.toContain(asha);
  for (const link of links) expect(stateIn(await open(link))).toBe('expired');
  expect([stateIn(await open(asha)), stateIn(await open(ravi))]).toEqual(['your-turn', 'waiting']);
  await signBy(service, asha);
  expect((await signBy(service, ravi)).headers.location).toBe(ravi);
  expect((await user.document(documentId)).status).toBe('COMPLETED');
});

test('links are sent again to an address at most five times an hour, whatever the document', async () => {
  const signer = { ...ASHA, email: 'often@example.in' };
  const [one, other] = [await user.send(signer), await user.send(signer)];
  for (const { documentId } of [one, other, one, other, one]) await resend(documentId);
  const [first] = await service.deps.store.readAudit(one.documentId, { type: 'link.resent' });
  const from = untilMinute(new Date(Date.parse(first?.at ?? '') + 3600_000));
  for (const { documentId } of [one, other]) {
    await expect(resend(documentId)).rejects.toThrow(`Try again after ${from}`);
  }
  service.advance(3600_000);
  await resend(one.documentId);
});

test('a signer who is at the authority when the link expires can still sign', async () => {
  const { documentId, links } = await user.send(ASHA);
  service.advance(30 * DAY_MS - 60_000);
  const request = requestIn(await giveConsent(service, links[0] ?? ''));
  service.advance(120_000);
  await bringBack(service, { msg: await service.authority.answer(request) });
  expect((await user.document(documentId)).status).toBe('COMPLETED');
  expect(stateIn(await open(links[0]))).toBe('completed');
});

test('signers can download for 30 days after completion, and then are told to ask the sender', async () => {
  const { documentId, links } = await user.send(ASHA);
  service.advance(10 * DAY_MS);
  await signBy(service, links[0] ?? '');
  service.advance(30 * DAY_MS - 60_000);
  expect((await open(links[0])).body).toMatch(/You can download them here until \d+ \w+ \d{4}\./);
  service.advance(61_000);
  const { statusCode, body } = await open(links[0]);
  expect(statusCode).toBe(410);
  expect(body).toContain('<h1>This document is completed</h1>');
  expect(body).toContain('Everyone has signed “<bdi>contract.pdf</bdi>”');
  expect(body).toContain('ask <bdi>Northwind Homes</bdi>');
  expect(body).not.toMatch(/send it again|<form/);
  await expect(resend(documentId)).rejects.toMatchObject({ code: 'invalid_state' });
});

test('a link of a document that was sent before links had an end works on', async () => {
  const { documentId, links } = await user.send(ASHA);
  const change = { linksUntil: null, updatedAt: service.deps.clock.now() };
  await service.deps.store.transaction((tx) => tx.changeDocument(documentId, change));
  service.advance(400 * DAY_MS);
  const page = await open(links[0]);
  expect(stateIn(page)).toBe('your-turn');
  expect(page.body).not.toContain('This link works until');
});

test('a withdrawn document shows who withdrew it and why, and nothing else of it', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  await withdraw(documentId);
  for (const link of links) {
    const page = await open(link);
    expect([page.statusCode, stateIn(page)]).toEqual([410, 'withdrawn']);
    expect(page.body).toContain('<bdi>Northwind Homes</bdi> withdrew “<bdi>contract.pdf</bdi>”');
    expect(page.body).toContain('Reason: <bdi>Sent twice &lt;by mistake&gt;</bdi>');
    await expectClosed(link, 'withdrawn');
  }
});

test('a withdrawal leaves the API as it was: SENT, and without a refund', async () => {
  const { documentId } = await user.send(ASHA);
  const before = await user.document(documentId);
  const credits = await service.deps.store.creditBalance(accountId);
  await withdraw(documentId);
  const after = await user.document(documentId);
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
  expect(await service.deps.store.creditBalance(accountId)).toBe(credits);
});

test.each(['PENDING', 'COMPLETED', 'withdrawn', 'declined'])(
  'a document that is %s can be neither withdrawn nor resent',
  async (state) => {
    const documentId = state === 'PENDING' ? await user.createFor(ASHA) : await inState(state);
    for (const act of [withdraw, resend])
      await expect(act(documentId)).rejects.toMatchObject({ code: 'invalid_state' });
  },
);

async function inState(state: string): Promise<string> {
  const { documentId, links } = await user.send(ASHA);
  if (state === 'COMPLETED') await signBy(service, links[0] ?? '');
  if (state === 'withdrawn') await withdraw(documentId);
  if (state === 'declined') {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await service.app.inject({ method: 'POST', url: `${links[0]}/decline`, headers, payload: '' });
  }
  return documentId;
}

test('the links of a removed document say that it is gone, and not whose it was', async () => {
  const { documentId, links } = await user.send(ASHA);
  const [link = ''] = links;
  await signBy(service, link);
  const { downloadUrl } = await user.document(documentId);
  expect(await removeDocument(service.deps, documentId, 'erasure')).toBe(true);
  for (const url of [link, new URL(String(downloadUrl)).pathname]) {
    const answer = await open(url);
    expect([answer.statusCode, stateIn(answer)]).toEqual([410, 'removed']);
    expect(answer.body).toContain('It was removed from this service.');
    expect(answer.body).not.toMatch(/contract|Asha|Northwind|SHA-256|<form/);
  }
  await expectClosed(link, 'removed');
  const asked = await user.get(`/api/v1/documents/${documentId}`);
  expect([asked.statusCode, asked.json().error]).toEqual([404, 'not_found']);
});
