import { PDF } from '@libpdf/core';
import { describe, expect, test } from 'vitest';
import type { EvidenceSigner } from '../../../../../src/pdf/certificate/completion-evidence.ts';
import {
  ASHA,
  apiUser,
  bringBack,
  CONSENT,
  documentPath,
  openApi,
  postForm,
  RAVI,
  requestIn,
  signBy,
  stateIn,
} from '../../../../support/service/call-service.ts';

const { service, user: flagging } = await openApi({ credits: 100 });
const strict = apiUser(service, await service.account({ credits: 100, names: 'strict' }));

const open = (url: string) => service.app.inject(url);
const text = (markup: string) => markup.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');

/** Consents, comes back from the authority with an identity's certificate, and sees the page after that. */
async function signWith(link: string, identity: string, as?: string) {
  const consent = { ...CONSENT, ...(as !== undefined && { as }) };
  const request = requestIn(await postForm(service, link, consent));
  const msg = await service.authority.answer(request, { identity });
  const { headers } = await bringBack(service, { msg });
  return await open(headers.location ?? '');
}

async function evidenceOf(documentId: string): Promise<EvidenceSigner[]> {
  const { rawPayload } = await flagging.get(documentPath(documentId, '/certificate'));
  const pdf = await PDF.load(rawPayload);
  const evidence = Buffer.from(pdf.getAttachment('evidence.json') ?? []).toString();
  return JSON.parse(evidence).signers;
}

async function signedPdf(link: string): Promise<Buffer> {
  const { location } = (await open(`${link}/document.pdf`)).headers;
  return (await open(String(location))).rawPayload;
}

describe('a certificate with another name', () => {
  test('signs only once the signer has chosen its name, and every record shows both names', async () => {
    const { documentId, links } = await flagging.send(ASHA);
    const [link = ''] = links;
    const offered = await signWith(link, 'Ravi Kumar');
    expect(stateIn(offered)).toBe('failed');
    expect(text(offered.body)).toContain(
      'You were invited as Asha Rao. The certificate is issued to Ravi Kumar (TEST).',
    );
    expect(offered.body).toContain('<button type="submit">Sign with the chosen name</button>');
    expect((await flagging.document(documentId)).status).toBe('SENT');

    const signed = await signWith(link, 'Ravi Kumar', 'Ravi Kumar (TEST)');
    expect(stateIn(signed)).toBe('completed');
    const words = text(signed.body);
    const other = 'Ravi Kumar (TEST), invited as Asha Rao';
    expect(words).toContain(`Everyone has signed. Signed by ${other}.`);
    expect(words).toContain(`${other} (you)`);
    expect(words).not.toContain('Certificate issued to');
    const inHindi = text((await open(`${link}?lang=hi`)).body);
    expect(inHindi).toContain(
      'Ravi Kumar (TEST) (जिन्हें Asha Rao नाम से बुलाया गया था) ने हस्ताक्षर किए।',
    );
    const shown = Buffer.from('Ravi Kumar (TEST)').toString('hex').toUpperCase();
    expect((await signedPdf(link)).toString('latin1')).toContain(`/Name <${shown}>`);
    expect(await evidenceOf(documentId)).toMatchObject([
      { name: 'Asha Rao', commonName: 'Ravi Kumar (TEST)', nameFit: 'mismatch', nameRules: 1 },
    ]);
  });

  test('is offered again under the invited name, which another identity may fit', async () => {
    const { documentId, links } = await flagging.send(ASHA);
    const [link = ''] = links;
    await signWith(link, 'Ravi Kumar');
    expect(stateIn(await signWith(link, 'Asha Rao', ''))).toBe('completed');
    expect(await evidenceOf(documentId)).toMatchObject([{ nameFit: 'match' }]);
  });

  test('is asked for anew when a third name comes back', async () => {
    const { links } = await flagging.send(ASHA);
    const [link = ''] = links;
    await signWith(link, 'Ravi Kumar');
    const offered = await signWith(link, 'Meera Nair', 'Ravi Kumar (TEST)');
    expect(stateIn(offered)).toBe('failed');
    expect(text(offered.body)).toContain('The certificate is issued to Meera Nair (TEST).');
  });

  test('cannot be chosen before it came back', async () => {
    const { links } = await flagging.send(ASHA);
    const answer = await postForm(service, links[0] ?? '', {
      ...CONSENT,
      as: 'Ravi Kumar',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, links[0]]);
  });

  test('is refused by a strict account, which names whom it expects and lets them start again', async () => {
    const { documentId, links } = await strict.send(ASHA);
    const [link = ''] = links;
    const refused = await signWith(link, 'Ravi Kumar');
    expect(stateIn(refused)).toBe('failed');
    expect(text(refused.body)).toContain('This document is for Asha Rao');
    expect(refused.body).not.toContain('Ravi Kumar');
    expect((await strict.document(documentId)).status).toBe('SENT');
    expect(stateIn(await signWith(link, 'ASHA RAO'))).toBe('completed');
  });

  test.each(['A. Rao', 'आशा राव'])(
    'that is not a mismatch is not refused: %s',
    async (identity) => {
      const { links } = await strict.send(ASHA);
      const [link = ''] = links;
      expect(text((await signWith(link, identity)).body)).toContain('You were invited as Asha Rao');
      const signed = await signWith(link, identity, `${identity} (TEST)`);
      expect(stateIn(signed)).toBe('completed');
      expect(text(signed.body)).toContain(`Certificate issued to ${identity} (TEST)`);
      expect(text(signed.body)).not.toContain('Signed by');
    },
  );
});

describe('an identity that signs for a second signer', () => {
  const sameName = { ...RAVI, name: 'Asha Rao' };

  test('is flagged on the page and in the evidence', async () => {
    const { documentId, links } = await flagging.send(ASHA, sameName);
    await signBy(service, links[0] ?? '');
    await signBy(service, links[1] ?? '');
    const page = await open(links[1] ?? '');
    expect(text(page.body)).toContain('Signed with the same identity as Asha Rao');
    expect(await evidenceOf(documentId)).toMatchObject([
      { identitySharedWith: [] },
      { identitySharedWith: [1] },
    ]);
  });

  test('is refused by a strict account', async () => {
    const { documentId, links } = await strict.send(ASHA, sameName);
    await signBy(service, links[0] ?? '');
    const refused = await open((await signBy(service, links[1] ?? '')).headers.location ?? '');
    expect(text(refused.body)).toContain('That identity has already signed this document');
    expect((await strict.document(documentId)).signers[1]?.hasSigned).toBe(false);
  });
});
