import { createHash } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../../../src/contract/limits.ts';
import { html } from '../../../../../src/html/html.ts';
import { readCertificate } from '../../../../../src/pdf/certificate/read-certificate.ts';
import { changeAccount } from '../../../../../src/service/core/accounts/create-account.ts';
import { EN } from '../../../../../src/service/web/pages/words/en.ts';
import { HI } from '../../../../../src/service/web/pages/words/hi.ts';
import { ASHA, openApi, RAVI, signBy, stateIn } from '../../../../support/service/call-service.ts';
import { asOwner } from '../../../../support/sign-in/callers.ts';

const { service, user } = await openApi({ credits: 1000 });
const open = (url = '') => service.app.inject(url);

test.each([
  ['the only one', [ASHA]],
  ['the last one', [RAVI, ASHA]],
  ['one who waits for others', [ASHA, RAVI]],
])('a signer gets thanks and a receipt with time and hash: %s', async (_, people) => {
  const { documentId, links } = await user.send(...people);
  const own = people.indexOf(ASHA);
  for (const link of links.slice(0, own + 1)) await signBy(service, link);
  const { body } = await open(links[own]);
  const document = await service.deps.store.findDocument(documentId);
  const asha = document?.signers[own];
  expect(body).toContain(EN.signed.thanks(html`<bdi>Asha Rao</bdi>`).text);
  const [, receipt = ''] = body.split(EN.receipt.heading);
  expect(receipt).toContain('<dd dir="auto">contract.pdf</dd>');
  expect(receipt).toContain(`<time datetime="${asha?.signedAt?.toISOString()}">`);
  expect(receipt).toContain(`<code>${document?.head?.sha256}</code>`);
});

test('who has not signed has no receipt', async () => {
  const { links } = await user.send(ASHA, RAVI);
  await signBy(service, links[0] ?? '');
  expect((await open(links[1])).body).not.toContain(EN.receipt.heading);
});

test.each([
  ['en', EN],
  ['hi', HI],
])(
  'once all have signed, the page offers PDF and certificate, and says who signed: %s',
  async (lang, words) => {
    const { links } = await user.send(ASHA, RAVI);
    const before = (await open(`${links[0]}?lang=${lang}`)).body;
    expect(before).toContain(`<h2 id="people">${words.people.heading}</h2>`);
    for (const link of links) await signBy(service, link);
    const { body } = await open(`${links[0]}?lang=${lang}`);
    expect(body).toContain(`href="${links[0]}/download">${words.completed.download}</a>`);
    expect(body).toContain(`href="${links[0]}/certificate">${words.completed.certificate}</a>`);
    expect(body).toContain(`<h2 id="people">${words.people.signedHeading}</h2>`);
  },
);

test('a signer downloads the completion certificate, and before completion is led back to the page', async () => {
  const { documentId, links } = await user.send(ASHA);
  const path = `${links[0]}/certificate`;
  const early = await open(path);
  expect([early.statusCode, early.headers.location]).toEqual([303, links[0]]);
  await signBy(service, links[0] ?? '');
  const { statusCode, headers, rawPayload } = await open(path);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(headers['content-disposition']).toBe('attachment; filename="contract certificate.pdf"');
  expect(readCertificate(await PDF.load(rawPayload))?.documentId).toBe(documentId);
});

test('the page shows the message, the address and the pages of the sender, where there are any', async () => {
  const { links } = await user.send(ASHA, RAVI);
  const bare = (await open(links[0])).body;
  expect(bare).not.toMatch(/blockquote|mailto:|>Help<|>Privacy<|>Terms</);
  await changeAccount(service.deps, asOwner(user.account.accountId), {
    name: 'Rao & Sons',
    message: 'Call us <first>.',
    replyTo: 'office@example.in',
    helpUrl: 'https://example.in/help',
    privacyUrl: 'https://example.in/privacy',
  });
  for (const link of links) {
    const { body } = await open(link);
    expect(body).toContain('Message from <bdi>Rao &amp; Sons</bdi>');
    expect(body).toContain('Call us &lt;first&gt;.');
    expect(body).toContain('<a href="mailto:office@example.in">');
    expect(body).toContain(
      '<a href="https://example.in/help" target="_blank" rel="noreferrer">Help</a>',
    );
    expect(body).not.toContain('>Terms<');
  }
});

test('an account decides how long the links of its next documents last', async () => {
  const before = await user.send(ASHA);
  await changeAccount(service.deps, asOwner(user.account.accountId), { linkDays: 2 });
  const after = await user.send(ASHA);
  const days = async ({ documentId }: { documentId: string }) => {
    const { sentAt, linksUntil } = (await service.deps.store.findDocument(documentId)) ?? {};
    return (Number(linksUntil) - Number(sentAt)) / (24 * 3600_000);
  };
  expect([await days(before), await days(after)]).toEqual([30, 2]);
});

const sent = await user.send(ASHA);
const documentId = sent.documentId;
await signBy(service, sent.links[0] ?? '');

const link = async () => new URL(String((await user.document(documentId)).downloadUrl)).pathname;

test('a download link gives the signed PDF to anyone who has it', async () => {
  const answer = await service.app.inject(await link());
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="contract signed.pdf"');
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  const sha256 = createHash('sha256').update(answer.rawPayload).digest('hex');
  expect(sha256).toBe((await service.deps.store.findDocument(documentId))?.head?.sha256);
});

test('a download is in the audit trail', async () => {
  await service.app.inject(await link());
  const types = (await service.deps.store.readAudit(documentId)).map(({ type }) => type);
  expect(types.at(-1)).toBe('file.downloaded');
});

test('a changed download link is a 404 page', async () => {
  const answer = await service.app.inject(`${(await link()).slice(0, -3)}xxx`);
  expect(answer.statusCode).toBe(404);
  expect(stateIn(answer)).toBe('unknown-download');
});

test.each([
  ['a further part', (path: string) => `${path}.x`],
  ['padding', (path: string) => `${path}=`],
  ['an escaped line feed', (path: string) => `${path}%0A`],
  ['an escaped dot', (path: string) => path.replace('.', '%2E')],
])('a download link spelled with %s is not found', async (_name, spell) => {
  const url = spell(await link());
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await service.app.inject({ method, url })).statusCode).toBe(404);
  }
});

test('a download link expires after 15 minutes, and a fresh one works', async () => {
  const path = await link();
  service.advance(LIMITS.downloadLinkMs - 60_000);
  expect((await service.app.inject(path)).statusCode).toBe(200);
  service.advance(61_000);
  const answer = await service.app.inject(path);
  expect(answer.statusCode).toBe(410);
  expect(stateIn(answer)).toBe('expired-link');
  expect((await service.app.inject(await link())).statusCode).toBe(200);
});
