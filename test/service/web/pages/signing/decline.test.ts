import { expect, test } from 'vitest';
import { readEntry } from '../../../../../src/service/core/evidence/audit-personal.rules.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../../src/service/web/pages/words/hi.ts';
import {
  ASHA,
  bringBack,
  giveConsent,
  openApi,
  postForm,
  RAVI,
  requestIn,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';
import { QueuedItems } from '../../../../support/service/document-facts.ts';

const { service, user } = await openApi({ credits: 1000, contactEmail: 'office@example.test' });
const open = (url = '') => service.app.inject(url);
const decline = (link = '', reason = '') =>
  postForm(service, `${link}/decline`, { reason, language: 'en' });
const trailOf = async (documentId: string) =>
  (await service.deps.store.readAudit(documentId, { type: 'signer.declined' })).map(readEntry);

test.each([
  ['en', EN],
  ['hi', HI],
])(
  'only the signer whose turn it is finds how to decline, folded away: %s',
  async (lang, words) => {
    const { links } = await user.send(ASHA, RAVI);
    const { body } = await open(`${links[0]}?lang=${lang}`);
    const folded = /<details><summary>([^<]+)<\/summary>\s*<form method="post" action="([^"]+)"/;
    expect(folded.exec(body)?.slice(1)).toEqual([words.decline.open, `${links[0]}/decline`]);
    expect((await open(`${links[1]}?lang=${lang}`)).body).not.toContain('/decline"');
  },
);

test('a document that was declined says so to every signer, and by whom, but not why', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  const answer = await decline(links[0], 'The rent is\r\nwrong');
  expect([answer.statusCode, answer.headers.location]).toEqual([303, links[0]]);
  const [own, other] = [await open(links[0]), await open(links[1])];
  expect([stateIn(own), stateIn(other)]).toEqual(['declined', 'declined']);
  expect(own.body).toContain('You declined to sign this document. Nobody can sign it any more.');
  expect(own.body).toContain('<bdi>Northwind Homes</bdi> is notified by email.');
  expect(other.body).toContain('<strong><bdi>Asha Rao</bdi></strong> declined to sign');
  for (const { body } of [own, other]) expect(body).not.toMatch(/rent|name="consent"|\/decline"/);
  expect(await trailOf(documentId)).toMatchObject([{ data: { reason: 'The rent is wrong' } }]);
});

test('a decline leaves the API as it was: SENT, and without a refund; the sender gets a mail', async () => {
  const { documentId, links } = await user.send(ASHA);
  const before = await user.document(documentId);
  const credits = await service.deps.store.creditBalance(user.account.accountId);
  await decline(links[0]);
  const after = await user.document(documentId);
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
  expect(await service.deps.store.creditBalance(user.account.accountId)).toBe(credits);
  const queued = await new QueuedItems(service.deps.store, documentId).read();
  const kinds = queued.flatMap((item) => (item.kind === 'mail' ? [item.mail.kind] : []));
  expect(kinds.filter((kind) => kind === 'declined')).toHaveLength(1);
});

test('after a decline nobody can sign, neither by consent nor by an answer that was on its way', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  const begun = await giveConsent(service, asha);
  const answer = await service.authority.answer(requestIn(begun));
  await decline(asha);
  expect((await bringBack(service, { msg: answer }, begun)).headers.location).toContain(asha);
  for (const link of [asha, ravi]) {
    expect((await giveConsent(service, link)).headers.location).toBe(link);
    expect(stateIn(await open(link))).toBe('declined');
  }
  const { signers, status } = await user.document(documentId);
  expect([status, ...signers.map(({ hasSigned }) => hasSigned)]).toEqual(['SENT', false, false]);
});

test('a signer cannot decline before their turn, after their signature, or twice', async () => {
  const { documentId, links } = await user.send(ASHA, RAVI);
  const [asha = '', ravi = ''] = links;
  expect((await decline(ravi)).headers.location).toBe(ravi);
  await signBy(service, asha);
  await decline(asha);
  expect(await trailOf(documentId)).toEqual([]);
  await decline(ravi);
  await decline(ravi);
  expect(await trailOf(documentId)).toHaveLength(1);
  expect((await open(asha)).body).toContain(EN.receipt.heading);
});

test('a waiting page learns of a decline when it asks', async () => {
  const { links } = await user.send(ASHA, RAVI);
  const seen = (await open(`${links[1]}/state`)).body;
  await decline(links[0]);
  expect((await open(`${links[1]}/state`)).body).not.toBe(seen);
});

test.each([
  ['with too long a reason', { reason: 'x'.repeat(501) }, {}, 400, 'failed'],
  ['from another site', { reason: '' }, { 'sec-fetch-site': 'cross-site' }, 403, 'failed'],
] as const)('a decline %s changes nothing', async (_what, fields, headers, status, state) => {
  const { documentId, links } = await user.send(ASHA);
  const answer = await service.app.inject({
    method: 'POST',
    url: `${links[0]}/decline`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  expect([answer.statusCode, stateIn(answer)]).toEqual([status, state]);
  expect(await trailOf(documentId)).toEqual([]);
});

test('a decline by an unknown link is not found', async () => {
  expect((await decline('/sign/x')).statusCode).toBe(404);
});
