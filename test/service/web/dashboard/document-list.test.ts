import { describe, expect, test } from 'vitest';
import { DOCUMENTS_ON_PAGE } from '../../../../src/service/core/finding/find-documents.ts';
import { ASHA, apiUser, openApi, RAVI } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { aDocument, aSigner, at } from '../../ports/store-builders.ts';

const { service } = await openApi();
const { store } = service.deps;
const LIST = '/dashboard/documents';
const EXPORT = `${LIST}/export.csv`;

async function anAccount(role: 'owner' | 'developer' | 'support' = 'owner') {
  const user = apiUser(service, await service.account({ credits: 50 }));
  const { accountId } = user.account;
  const member = await aMember(service, { accountId, role });
  const insert = (given: Parameters<typeof aDocument>[1]) =>
    store.transaction(async (tx) => {
      const made = aDocument(accountId, given);
      await tx.insertDocument(made);
      await tx.insertSigners(made.documentId, made.signers);
      return made.documentId;
    });
  return { user, accountId, member, insert };
}

const countIn = (body: string) => /<h2 id="found">([^<]*)<\/h2>/.exec(body)?.[1];
const namesIn = (body: string) =>
  [...body.matchAll(/dir="auto"[^>]*>([^<]*)<\/a>/g)].map(([, name]) => name);

describe('the list of documents', () => {
  test('has headings, says how many were found on all pages, leads to the last, and is light', async () => {
    const { member, insert } = await anAccount();
    for (let place = 0; place <= DOCUMENTS_ON_PAGE; place += 1) {
      const signers = [aSigner(1), aSigner(2, { name: 'Lakshmi Chatterjee' })];
      const sent = { status: 'SENT', sentAt: at(), signers } as const;
      await insert({ ...sent, name: `Rent agreement ${place}`, createdAt: at(place) });
    }
    const { body } = await member.get(`${LIST}?q=rent&state=waiting`);
    expect(countIn(body)).toBe('51 documents');
    expect(body.match(/type="checkbox"/g)).toHaveLength(DOCUMENTS_ON_PAGE);
    expect(Buffer.byteLength(body)).toBeLessThan(30_000);
    expect([...body.matchAll(/<th scope="col">([^<]+)</g)].map(([, head]) => head)).toEqual([
      'Document',
      'Signers',
      'State',
      'Created',
    ]);
    const [, older = ''] = /href="([^"]*before=[^"]*)"/.exec(body) ?? [];
    const last = (await member.get(older.replaceAll('&amp;', '&'))).body;
    expect([countIn(last), namesIn(last)]).toEqual(['51 documents', ['Rent agreement 0']]);
    expect(last).not.toContain('before=');
  });

  test('stops counting at a thousand', async () => {
    const { accountId, member } = await anAccount();
    await store.transaction(async (tx) => {
      for (let place = 0; place <= 1000; place += 1)
        await tx.insertDocument(aDocument(accountId, { createdAt: at(place) }));
    });
    expect(countIn((await member.get(LIST)).body)).toBe('1,000+ documents');
    expect(countIn((await member.get(`${LIST}?q=lease+agreement`)).body)).toBe('1,000+ documents');
  });

  test('is narrowed to days in India, both included', async () => {
    const { member, insert } = await anAccount();
    for (const [name, time] of [
      ['Before', '2026-03-09T18:29:59Z'],
      ['First', '2026-03-09T18:30:00Z'],
      ['Last', '2026-03-11T18:29:59Z'],
      ['After', '2026-03-11T18:30:00Z'],
    ] as const)
      await insert({ name, createdAt: new Date(time) });
    const found = async (query: string) => namesIn((await member.get(`${LIST}?${query}`)).body);
    expect(await found('from=2026-03-10&to=2026-03-11')).toEqual(['Last', 'First']);
    expect(await found('from=2026-03-12')).toEqual(['After']);
    expect(await found('to=9+Mar+2026')).toEqual(['Before']);
    expect(await found('q=first&from=2026-03-11')).toEqual([]);
    const { body } = await member.get(`${LIST}?from=2026-03-10&to=2026-03-11`);
    expect(body).toContain('name="from" value="2026-03-10"');
    expect(body).toContain(`${LIST}?state=draft&amp;from=2026-03-10&amp;to=2026-03-11`);
  });

  test.each([
    ['from=2026-02-30', 'from'],
    ['to=soon', 'to'],
    ['from=2026-03-11&to=2026-03-10', 'to'],
  ])('says beside the field that %s is wrong, and finds nothing', async (query, name) => {
    const { member } = await anAccount();
    const { statusCode, body } = await member.get(`${LIST}?${query}`);
    expect(statusCode).toBe(400);
    expect(body).toContain(`id="problem-${name}"`);
    expect(body).not.toContain('id="found"');
    const { headers } = await member.get(`${EXPORT}?${query}`);
    expect(headers.location).toBe(`${LIST}?${query}`);
  });

  test('tells expired documents from those that wait, and finds them alone', async () => {
    const { member, insert } = await anAccount();
    const sent = () => ({ status: 'SENT', sentAt: at(), signers: [aSigner(1)] }) as const;
    await insert({ ...sent(), name: 'Old', linksUntil: new Date(0) });
    await insert({ ...sent(), name: 'New', linksUntil: new Date('2099-01-01') });
    const { body } = await member.get(`${LIST}?state=expired`);
    expect(namesIn(body)).toEqual(['Old']);
    expect(body).toContain('Expired 0 of 1');
    expect(body).toContain('name="document"');
  });

  test('has the whole of a long name in its title', async () => {
    const { member, insert } = await anAccount();
    const name = `Lease ${'of the third floor '.repeat(8)}"A"`;
    await insert({ name });
    const { body } = await member.get(LIST);
    expect(body).toContain(`title="${name.replaceAll('"', '&quot;')}"`);
  });
});

describe('the CSV of the list', () => {
  test('holds what is shown, and nothing that a spreadsheet would run', async () => {
    const { member, insert } = await anAccount();
    await insert({ name: '=HYPERLINK("http://x")', createdAt: new Date('2026-03-09T18:30:00Z') });
    await insert({
      name: 'किराया',
      status: 'SENT',
      sentAt: at(),
      signers: [aSigner(1, { name: '@SUM(A1)', declinedAt: at() })],
    });
    const { headers, body } = await member.get(EXPORT);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="documents.csv"');
    const lines = body.split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffDocument ID,Name,State,Created \(India\),/);
    expect(body).toContain(`"'=HYPERLINK(""http://x"")",Draft,2026-03-10 00:00:00,0,0,,,`);
    expect(body).toMatch(/किराया,Declined,.*,0,1,'@SUM\(A1\),/);
    const drafts = await member.get(`${EXPORT}?state=draft`);
    expect(drafts.body.split('\r\n')).toHaveLength(3);
    expect((await member.get(`${LIST}?state=draft`)).body).toContain(`${EXPORT}?state=draft`);
  });

  test('shows nothing of another account', async () => {
    const { user } = await anAccount();
    await user.send(ASHA);
    const { member } = await anAccount('support');
    expect((await member.get(EXPORT)).body.trim().split('\r\n')).toHaveLength(1);
  });
});

const seenIn = (body: string) => /name="seen" value="(\d+)"/.exec(body)?.[1] ?? '';

describe('several selected documents', () => {
  const SELECTED = `${LIST}/selected`;
  const asking = (kind: string, ids: readonly string[]) =>
    `${SELECTED}/${kind}?${ids.map((id) => `document=${id}`).join('&')}`;

  test('are resent after one page that counts them, once however often it is sent', async () => {
    const { user, member } = await anAccount('support');
    const [one, two] = [await user.send(ASHA), await user.send(RAVI, ASHA)];
    const draft = await user.create();
    const ids = [one.documentId, two.documentId, draft, one.documentId];
    const { body } = await member.get(asking('resend', ids));
    expect(body).toContain('Resend 2 links</button>');
    expect(body).toContain('1 of those you selected does not wait for signatures');
    service.advance(1000);
    const fields = { document: `${one.documentId} ${two.documentId}`, seen: seenIn(body) };
    const done = await member.post(`${SELECTED}/resend`, fields);
    expect(done.body).toContain('2 of 2 emails with a link are queued.');
    const resent = async () =>
      (await store.readAudit(one.documentId, { type: 'link.resent' })).length;
    expect(await resent()).toBe(1);
    service.advance(1000);
    const again = await member.post(`${SELECTED}/resend`, fields);
    expect(again.body).toContain('0 of 2 emails');
    expect(again.body).toContain('It has changed since you selected it.');
    expect(await resent()).toBe(1);
  });

  test('are withdrawn with one reason, and each that is not says why', async () => {
    const { user, member } = await anAccount();
    const [one, two] = [await user.send(ASHA), await user.send(RAVI)];
    const document = `${one.documentId} ${two.documentId}`;
    const { body } = await member.get(asking('withdraw', document.split(' ')));
    expect(body).toContain('<button class="danger">Withdraw 2 documents</button>');
    const unreasoned = await member.post(`${SELECTED}/withdraw`, { document, reason: ' ' });
    expect(unreasoned.statusCode).toBe(400);
    expect(unreasoned.body).toContain('id="problem-reason"');
    expect(unreasoned.body).toContain(`value="${document}"`);
    await member.post(`${LIST}/${two.documentId}/withdraw`, { reason: 'Alone (TEST)' });
    const done = await member.post(`${SELECTED}/withdraw`, { document, reason: 'Both (TEST)' });
    expect(done.body).toContain('1 of 2 documents is withdrawn.');
    expect(done.body).toContain('1 document left as before');
    expect(done.body).toContain('The document was withdrawn; nobody can sign it any more.');
    expect((await store.findDocument(two.documentId))?.withdrawalReason).toBe('Alone (TEST)');
  });

  test('must be some, of one’s own account, and no more than a page holds', async () => {
    const { user } = await anAccount();
    const { documentId } = await user.send(ASHA);
    const { member } = await anAccount();
    for (const path of [`${SELECTED}/resend`, asking('withdraw', [documentId])]) {
      const { statusCode, body } = await member.get(path);
      expect(statusCode).toBe(400);
      expect(body).toContain('No document is selected');
    }
    const stolen = await member.post(`${SELECTED}/withdraw`, {
      document: documentId,
      reason: 'Mine',
    });
    expect(stolen.body).toContain('There is no such document in this account.');
    expect((await store.findDocument(documentId))?.withdrawnAt).toBeNull();
    const many = Array.from({ length: DOCUMENTS_ON_PAGE + 1 }, (_, index) => `a${index}`);
    expect((await member.get(asking('resend', many))).statusCode).toBe(400);
  });

  test('show a role only what it may do', async () => {
    const { user, member } = await anAccount('developer');
    const { documentId } = await user.send(ASHA);
    const { body } = await member.get(LIST);
    expect(body).toContain(`${SELECTED}/resend`);
    expect(body).not.toContain(`${SELECTED}/withdraw`);
    expect((await member.get(asking('withdraw', [documentId]))).statusCode).toBe(403);
  });
});
