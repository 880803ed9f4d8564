import { beforeEach, expect, test } from 'vitest';
import { changeAccount } from '../../../../../src/service/core/accounts/create-account.ts';
import { withdrawDocument } from '../../../../../src/service/core/documents/withdraw-document.ts';
import { SYSTEM } from '../../../../../src/service/core/evidence/audit.rules.ts';
import { resendLink } from '../../../../../src/service/core/links/resend-link.ts';
import { ASHA, openApi, RAVI, signBy, stateIn } from '../../../../support/service/call-service.ts';
import { mailsOf } from '../../../../support/service/due-mails.ts';
import { asOwner } from '../../../../support/sign-in/callers.ts';
import { FORM_HEADERS } from '../../../../support/sign-in/form.ts';

const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;

const { service, user } = await openApi({ credits: 1000 });
const { deps } = service;
const owner = asOwner(user.account.accountId);
const open = (url = '') => service.app.inject(url);
const ask = (link = '', headers: Readonly<Record<string, string>> = {}) =>
  service.app.inject({
    method: 'POST',
    url: `${link}/new-link`,
    headers: { ...FORM_HEADERS, ...headers },
    payload: 'language=en',
  });

/** The mails that were queued since the document was sent: `new-link`, or the link's signer. */
async function queued(documentId: string): Promise<string[]> {
  const { signers } = await user.document(documentId);
  const mails = await deps.store.listMails(documentId);
  const later = mails.filter(({ createdAt }) => createdAt > (mails[0]?.createdAt ?? 0));
  return later.map(({ kind, signerId }) => {
    const { name } = signers.find((one) => one.signerId === signerId) ?? {};
    return kind === 'signing-link' ? `link to ${name}` : kind;
  });
}

/** Each test has its own signers, since an address gets few mails an hour. */
let people: readonly (typeof ASHA)[] = [];
let count = 0;
beforeEach(async () => {
  count += 1;
  people = [ASHA, RAVI].map((one) => ({ ...one, email: `n${count}.${one.email}` }));
  await changeAccount(deps, owner, { newLinks: true, contactEmail: 'office@example.in' });
});

async function expired(...signers: readonly (typeof ASHA)[]) {
  const sent = await user.send(...signers);
  service.advance(31 * DAY_MS);
  return sent;
}

test('a signer of an expired link gets a new one by email, with which they sign', async () => {
  const [asha = ASHA] = people;
  const { documentId, links } = await expired(asha);
  expect((await open(links[0])).body).toContain('Email me a new link');
  const answer = await ask(links[0]);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `${links[0]}?asked=1`]);
  expect(await queued(documentId)).toEqual(['link to Asha Rao', 'new-link']);
  const mails = await mailsOf(deps);
  const told = mails.find(({ kind }) => kind === 'new-link');
  expect(told?.to).toBe('office@example.in');
  expect(told?.subject).toBe('Asha Rao asked for a new signing link: contract.pdf');
  const sent = mails.findLast(({ to }) => to === asha.email);
  const [, fresh = ''] = /https?:\/\/[^/]+(\/sign\/[\w.-]+)/.exec(sent?.text ?? '') ?? [];
  expect(links).not.toContain(fresh);
  expect(stateIn(await open(links[0]))).toBe('expired');
  const [entry] = await deps.store.readAudit(documentId, { type: 'link.resent' });
  expect(entry?.actor).toMatch(/^signer:/);
  await signBy(service, fresh);
  expect((await user.document(documentId)).status).toBe('COMPLETED');
});

test('the answer is the same, whatever came of it', async () => {
  const { links } = await expired(...people);
  const [link = ''] = links;
  const answers: unknown[] = [];
  const pages: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    const { statusCode, headers, body } = await ask(link);
    answers.push([statusCode, headers.location, body]);
    pages.push((await open(headers.location)).body);
  }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain('If a new link can be sent, it is on its way');
});

test('a signer gets one new link an hour, and the others of the document theirs', async () => {
  const { documentId, links } = await expired(...people);
  await Promise.all([ask(links[0]), ask(links[0]), ask(links[0])]);
  const first = ['link to Asha Rao', 'new-link'];
  expect(await queued(documentId)).toEqual(first);
  service.advance(HOUR_MS - 60_000);
  await ask(links[0]);
  expect(await queued(documentId)).toEqual(first);
  service.advance(61_000);
  await ask(links[0]);
  await ask(links[1]);
  expect(await queued(documentId)).toEqual([...first, ...first, 'link to Ravi Kumar', 'new-link']);
});

test('a deadline that the sender set anew is not moved', async () => {
  const { documentId, links } = await expired(...people);
  await resendLink(deps, owner, { documentId, origin: SYSTEM });
  const before = (await deps.store.findDocument(documentId))?.linksUntil;
  service.advance(DAY_MS);
  await ask(links[0]);
  expect((await deps.store.findDocument(documentId))?.linksUntil).toEqual(before);
  expect((await queued(documentId)).slice(1)).toEqual(['link to Asha Rao', 'new-link']);
});

test('an account may switch the offer off: signers ask the sender', async () => {
  await changeAccount(deps, owner, { newLinks: false });
  const { documentId, links } = await expired(...people);
  const { body } = await open(links[0]);
  expect(body).toContain('<bdi>Northwind Homes</bdi> can send it again');
  expect(body).not.toContain('<form');
  expect((await ask(links[0])).statusCode).toBe(303);
  expect(await queued(documentId)).toEqual([]);
});

test.each(['withdrawn', 'declined', 'signed', 'completed', 'still valid'])(
  'nothing is sent, and nothing offered, for a link that is %s',
  async (state) => {
    const { documentId, links } = await user.send(...people);
    const [link = '', other = ''] = links;
    if (state === 'declined')
      await service.app.inject({ method: 'POST', url: `${link}/decline`, headers: FORM_HEADERS });
    if (state === 'withdrawn')
      await withdrawDocument(deps, owner, { documentId, reason: 'Twice', origin: SYSTEM });
    if (state === 'signed' || state === 'completed') await signBy(service, link);
    if (state === 'completed') await signBy(service, other);
    if (state !== 'still valid') service.advance(31 * DAY_MS);
    const before = await queued(documentId);
    expect((await open(link)).body).not.toContain('/new-link"');
    expect((await ask(link)).statusCode).toBe(303);
    expect(await queued(documentId)).toEqual(before);
  },
);

test('another site cannot ask', async () => {
  const { documentId, links } = await expired(...people);
  expect((await ask(links[0], { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(410);
  expect(await queued(documentId)).toEqual([]);
});

test('the sender is said to be told only where somebody is', async () => {
  const { links } = await expired(...people);
  expect((await open(links[0])).body).toContain('We let <bdi>Northwind Homes</bdi> know.');
  await changeAccount(deps, owner, { contactEmail: null });
  expect((await open(links[0])).body).not.toContain('know.');
});

test('a made-up link asks for nothing', async () => {
  const { statusCode, headers } = await ask('/sign/nobody');
  expect([statusCode, headers.location]).toEqual([303, '/sign/nobody?asked=1']);
  expect((await open(headers.location)).statusCode).toBe(404);
});
