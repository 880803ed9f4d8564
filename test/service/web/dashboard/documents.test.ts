import { describe, expect, test } from 'vitest';
import { MEMBER_ROLES } from '../../../../src/service/core/permissions.rules.ts';
import { ASHA, openApi, RAVI, signBy } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { aDocument, aSigner, at } from '../../ports/store-builders.ts';

const { service, user } = await openApi({ credits: 20 });
const { store } = service.deps;
const { accountId } = user.account;
const member = await aMember(service, { accountId });

const STRANGER = await aMember(service, { accountId: (await service.account()).accountId });

const pathOf = (documentId: string, below = ''): string =>
  `/dashboard/documents/${documentId}${below}`;

/** The page's text, without its markup. */
const textOf = (body: string): string =>
  body
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

const textAt = async (url: string, browser = member): Promise<string> => {
  const { statusCode, body } = await browser.get(url);
  expect([url, statusCode]).toEqual([url, 200]);
  return textOf(body);
};

describe('the page that finds documents', () => {
  test('names the command that sends the first one, while there is none', async () => {
    const text = await textAt('/dashboard/documents', STRANGER);
    expect(text).toContain('This account has no documents yet.');
    expect(text).toContain('esign send contract.pdf --signer');
  });

  test('finds a document by a signer, with its state, and leads to it', async () => {
    const { documentId } = await user.send({ ...ASHA, name: 'Zoya Gill' }, RAVI);
    const { body } = await member.get('/dashboard/documents?q=zoya+gill');
    expect(body).toContain(`href="${pathOf(documentId)}"`);
    expect(textOf(body)).toContain('Zoya Gill, Ravi Kumar Waiting 0 of 2');
    expect(await textAt('/dashboard/documents?q=zoya&state=completed')).toContain(
      'No completed document of this account was found for “zoya”.',
    );
    expect(await textAt('/dashboard/documents?q=zoya', STRANGER)).toContain('was found for “zoya”');
  });

  test('shows what was typed as it was typed, and as text only', async () => {
    const typed = '"><script>alert(1)</script>';
    const { body } = await member.get(`/dashboard/documents?q=${encodeURIComponent(typed)}`);
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  test('says what is wrong with a cut link, and ignores a state that there is not', async () => {
    const cut = await member.get('/dashboard/documents?before=17');
    expect(cut.statusCode).toBe(400);
    expect(textOf(cut.body)).toContain('The link to older documents is incomplete. Search again.');
    await textAt('/dashboard/documents?state=lost');
  });
});

describe('the page of a document', () => {
  test('shows signers, mails and the trail in words, and the object of the API', async () => {
    const { documentId, links } = await user.send(ASHA, RAVI);
    await service.app.inject({ url: links[1] ?? '' });
    const text = await textAt(pathOf(documentId));
    expect(text).toMatch(/Waiting 0 of 2/);
    expect(text).toMatch(/Asha Rao asha@example\.in · 9876543210 Next to sign\. Link not opened/);
    expect(text).toMatch(
      /Ravi Kumar ravi@example\.in · 9876543211 Signs later\. Opened the link \d/,
    );
    expect(text).toMatch(/Signing link, to Asha Rao: due \d+ \w+ 20\d\d/);
    expect(text).toMatch(/IST Document created .*IST Sent for signature .*link opened: Ravi Kumar/);
    expect(text).toContain('No event of this document went to an endpoint.');
    expect(text).toContain(`"documentId": "${documentId}"`);
  });

  test('of a draft offers nothing that only works once it is sent', async () => {
    const documentId = await user.create();
    const { body } = await member.get(pathOf(documentId));
    expect(textOf(body)).toContain('It has no signers yet.');
    expect(body).not.toMatch(/Resend link|Withdraw|signed\.pdf|certificate\.pdf/);
    const refused = await member.get(pathOf(documentId, '/signed.pdf'));
    expect([refused.statusCode, textOf(refused.body)]).toEqual([
      409,
      expect.stringContaining('the signed PDF is there once it is COMPLETED'),
    ]);
    expect((await member.get(pathOf(documentId, '/certificate.pdf'))).statusCode).toBe(409);
    expect((await member.get(pathOf(documentId, '/withdraw'))).statusCode).toBe(409);
  });

  test('of a completed one has its files, and the trail names the member who took them', async () => {
    const { documentId, links } = await user.send(ASHA);
    await signBy(service, links[0] ?? '');
    const text = await textAt(pathOf(documentId));
    expect(text).toMatch(/Completed 1 of 1 .*Download signed PDF Download certificate/);
    for (const name of ['signed.pdf', 'certificate.pdf']) {
      const { rawPayload, headers } = await member.get(pathOf(documentId, `/${name}`));
      expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(headers['content-disposition']).toContain('attachment; filename=');
      expect(headers['cache-control']).toBe('no-store');
    }
    const [entry] = await store.readAudit(documentId, { type: 'file.downloaded' });
    expect(entry).toMatchObject({ actor: `member:${member.userId}` });
    expect(await textAt(pathOf(documentId))).toMatch(/Signed PDF downloaded, by you/);
    const colleague = await aMember(service, { accountId, role: 'support' });
    expect(await textAt(pathOf(documentId), colleague)).toContain(
      'downloaded, by a member of this',
    );
  });

  test('changes what a script compares whenever something happens, and only then', async () => {
    const { documentId, links } = await user.send(ASHA);
    const seen = async () => {
      const { body } = await member.get(pathOf(documentId));
      const [, inPage] = /data-seen="(\w+)"/.exec(body) ?? [];
      expect((await member.poll(pathOf(documentId))).body).toBe(inPage);
      return inPage;
    };
    const first = await seen();
    expect(await seen()).toBe(first);
    await service.app.inject({ url: links[0] ?? '' });
    expect(await seen()).not.toBe(first);
  });

  test('tells why a signer declined, in their words', async () => {
    const made = aDocument(accountId, {
      status: 'SENT',
      sentAt: at(),
      signers: [aSigner(1, { declinedAt: at(), declineReason: 'Wrong <rent> (TEST)' })],
    });
    await store.transaction(async (tx) => {
      await tx.insertDocument(made);
      await tx.insertSigners(made.documentId, made.signers);
    });
    const { body } = await member.get(pathOf(made.documentId));
    expect(body).toContain('Wrong &lt;rent&gt; (TEST)');
    expect(textOf(body)).toContain('Declined 0 of 1');
    expect(textOf(body)).toContain('No email is due or was sent.');
  });
});

describe('a link', () => {
  test('is sent again by any role, and the trail says by whom', async () => {
    const { documentId } = await user.send(ASHA);
    for (const role of MEMBER_ROLES) {
      const browser = await aMember(service, { accountId, role });
      const { statusCode, headers } = await browser.post(pathOf(documentId, '/resend'));
      expect([statusCode, headers.location]).toEqual([303, pathOf(documentId, '?done=resent')]);
      const trail = await store.readAudit(documentId, { type: 'link.resent' });
      expect(trail.at(-1)).toMatchObject({ actor: `member:${browser.userId}` });
    }
    const text = await textAt(pathOf(documentId, '?done=resent'));
    expect(text).toContain('The email with the link is queued');
  });
});

describe('a document', () => {
  test('is withdrawn with a reason, which its page then shows', async () => {
    const { documentId } = await user.send(ASHA);
    expect(await textAt(pathOf(documentId, '/withdraw'))).toContain('This cannot be undone');
    const { headers } = await member.post(pathOf(documentId, '/withdraw'), {
      reason: 'Sent twice (TEST)',
    });
    expect(headers.location).toBe(pathOf(documentId, '?done=withdrawn'));
    const text = await textAt(pathOf(documentId));
    expect(text).toMatch(/Withdrawn 0 of 1 .*“Sent twice \(TEST\)”/);
    expect(text).toContain('Withdrawn by the sender, by you');
    expect(text).not.toContain('Resend link');
    const again = await member.post(pathOf(documentId, '/withdraw'), { reason: 'Again' });
    expect(textOf(again.body)).toContain('The document was withdrawn');
  });

  test('is not withdrawn without one, and what was typed stays', async () => {
    const { documentId } = await user.send(ASHA);
    const blank = await member.post(pathOf(documentId, '/withdraw'), { reason: '   ' });
    expect([blank.statusCode, textOf(blank.body)]).toEqual([
      400,
      expect.stringContaining('A reason of 1 to 500 characters is needed'),
    ]);
    const reason = `${'x'.repeat(500)}<end>`;
    const long = await member.post(pathOf(documentId, '/withdraw'), { reason });
    expect(long.body).toContain(`${'x'.repeat(500)}&lt;end&gt;</textarea>`);
    expect((await user.document(documentId)).status).toBe('SENT');
    expect(await textAt(pathOf(documentId))).toContain('Waiting 0 of 1');
  });

  test('is not offered for withdrawal to a role that may not', async () => {
    const { documentId } = await user.send(ASHA);
    const developer = await aMember(service, { accountId, role: 'developer' });
    const { body } = await developer.get(pathOf(documentId));
    expect(body).toContain('Resend link');
    expect(body).not.toContain('/withdraw');
  });
});

describe('another account’s document', async () => {
  const { documentId } = await user.send(ASHA);

  test.each(['', '/signed.pdf', '/certificate.pdf', '/withdraw'])(
    'is not found at %s',
    async (below) => {
      const { statusCode, body } = await STRANGER.get(pathOf(documentId, below));
      expect(statusCode).toBe(404);
      expect(body).not.toContain('Asha');
      const missing = pathOf('00000000-0000-4000-8000-000000000000', below);
      expect((await STRANGER.get(missing)).body).toBe(body);
    },
  );

  test.each(['/resend', '/withdraw'])('is not changed by %s', async (below) => {
    const before = await store.readAudit(documentId);
    const { statusCode } = await STRANGER.post(pathOf(documentId, below), { reason: 'Mine' });
    expect(statusCode).toBe(404);
    expect(await store.readAudit(documentId)).toEqual(before);
  });
});
