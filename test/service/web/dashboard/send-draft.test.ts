import { expect, test } from 'vitest';
import { changeAccount } from '../../../../src/service/core/accounts/create-account.ts';
import { aForm } from '../../../support/pdf/a-form.ts';
import { ASHA, apiUser, openApi, RAVI } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import { form, pdfPart } from '../../../support/sign-in/form.ts';

const { service, user } = await openApi({ credits: 20 });
const { deps } = service;
const { accountId } = user.account;
const member = await aMember(service, { accountId });

const at = (documentId: string, below = ''): string => `/dashboard/documents/${documentId}${below}`;

const read = async (documentId: string) => await deps.store.findDocument(documentId);

const RAVI_IN_A_ROW = { 'name-1': RAVI.name, 'email-1': RAVI.email, 'phone-1': RAVI.phone };

const seenIn = (body: string): string => /name="seen" value="(\w+)"/.exec(body)?.[1] ?? '';

const drawUp = (by = user) => by.createFor(ASHA, RAVI);

test('a review says who signs where and what it costs; sending charges that once', async () => {
  const documentId = await drawUp();
  const before = await deps.store.creditBalance(accountId);
  const { body } = await member.get(at(documentId, '/review'));
  expect(body).toContain(`2 credits, one per signer. The account has ${before}`);
  expect(body).toContain('Signs on page 1');
  const fields = { seen: seenIn(body) };
  for (let time = 0; time < 2; time += 1) {
    const sent = await member.post(at(documentId, '/send'), fields);
    expect(sent.headers.location).toBe(at(documentId, '?done=sent'));
  }
  expect((await read(documentId))?.status).toBe('SENT');
  expect(await deps.store.creditBalance(accountId)).toBe(before - 2);
});

test('a review sends nothing but what was seen', async () => {
  const documentId = await drawUp();
  const { body } = await member.get(at(documentId, '/review'));
  await member.post(at(documentId, '/draft'), { do: 'save', name: 'Lease', ...RAVI_IN_A_ROW });
  const refused = await member.post(at(documentId, '/send'), { seen: seenIn(body) });
  expect([refused.statusCode, seenIn(refused.body) === seenIn(body)]).toEqual([409, false]);
  expect((await read(documentId))?.status).toBe('PENDING');
});

test('a review sends nothing when the settings that it showed have changed', async () => {
  const documentId = await drawUp();
  const { body } = await member.get(at(documentId, '/review'));
  await changeAccount(deps, asOwner(accountId), { message: 'Please read page 2.' });
  const refused = await member.post(at(documentId, '/send'), { seen: seenIn(body) });
  expect([refused.statusCode, refused.body.includes('Please read page 2.')]).toEqual([409, true]);
  expect((await read(documentId))?.status).toBe('PENDING');
  await changeAccount(deps, asOwner(accountId), { message: null });
});

test('a review warns of fields of a form that signers cannot fill in', async () => {
  const widgets = ['/Rect [60 200 260 220]', '/Rect [60 300 260 320]'];
  const { documentId } = (await user.upload(form(pdfPart(Buffer.from(aForm({ widgets })))))).json();
  await user.post(`/api/v1/documents/${documentId}/signers`, { signers: [ASHA] });
  const { body } = await member.get(at(documentId, '/review'));
  expect(body).toContain('The PDF has 2 empty form fields, which signers cannot fill in.');
});

test('a review asks for signers, and for credits, before it offers to send', async () => {
  const empty = await user.create();
  const { body } = await member.get(at(empty, '/review'));
  expect([body.includes('Add at least one signer.'), seenIn(body)]).toEqual([true, '']);
  const poor = apiUser(service, await service.account({ credits: 1 }));
  const owner = await aMember(service, poor.account);
  const page = await owner.get(at(await drawUp(poor), '/review'));
  expect(page.body).toContain('Sending takes 2 credits, and the account has 1.');
  expect([seenIn(page.body), page.body.includes('href="/dashboard/credits"')]).toEqual(['', true]);
});

test('a review shows the pages with every place where a signature will be', async () => {
  const documentId = await drawUp();
  const outline = (await member.get(at(documentId, '/plan'))).json();
  expect(outline.places.map(({ name }: { name: string }) => name)).toEqual([
    'Asha Rao',
    'Ravi Kumar',
  ]);
  expect((await member.get(outline.pdf)).statusCode).toBe(200);
});
