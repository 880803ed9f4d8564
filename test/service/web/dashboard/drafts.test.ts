import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { drawnPage, lines } from '../../../support/drawing/drawn-page.ts';
import { ASHA, apiUser, openApi, RAVI } from '../../../support/service/call-service.ts';
import type { MemberBrowser } from '../../../support/sign-in/a-member.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';

const { service, user } = await openApi({ credits: 20 });
const { app, deps } = service;
const { accountId } = user.account;
const member = await aMember(service, { accountId });
const PDF = drawnPage({
  content: `${lines({ bottom: 200 })}
BT /F1 12 Tf 72 120 Td (Sign here) Tj ET`,
});

const at = (documentId: string, below = ''): string => `/dashboard/documents/${documentId}${below}`;

const keyOf = async ({ get }: MemberBrowser): Promise<string> =>
  /name="form_key" value="([\w-]+)"/.exec((await get('/dashboard/me')).body)?.[1] ?? '';

/** Submits the form with a file, as a browser would; its parts in this order. */
async function upload(parts: readonly (readonly [string, string | Blob])[], by = member) {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, 'lease.pdf');
  }
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return await app.inject({
    method: 'POST',
    url: '/dashboard/documents/new',
    headers: {
      cookie: by.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

const file = (bytes: Uint8Array | string = PDF) =>
  new Blob([Buffer.from(bytes)], { type: 'application/pdf' });

const read = async (documentId: string) => {
  const document = await deps.store.findDocument(documentId);
  return document ?? expect.unreachable();
};

const rowOf = ({ name, email, phone }: typeof ASHA, key: string) => ({
  [`name-${key}`]: name,
  [`email-${key}`]: email,
  [`phone-${key}`]: phone,
});

describe('uploading', () => {
  test('makes a draft with the name of the file, and goes on with it', async () => {
    const key = await keyOf(member);
    const { statusCode, headers } = await upload([
      ['form_key', key],
      ['file', file()],
    ]);
    expect(statusCode).toBe(303);
    const [, documentId = ''] = /documents\/(.+)\/draft$/.exec(String(headers.location)) ?? [];
    expect(await read(documentId)).toMatchObject({ name: 'lease.pdf', status: 'PENDING' });
    const page = await member.get(at(documentId, '/draft'));
    expect(page.body).toContain('Signer 1');
    const pdf = await member.get(at(documentId, '/document.pdf'));
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.rawPayload.equals(Buffer.from(PDF))).toBe(true);
  });

  test('says beside the field what is wrong with a file, and keeps nothing', async () => {
    const key = await keyOf(member);
    const { statusCode, body } = await upload([
      ['form_key', key],
      ['file', file('no PDF')],
    ]);
    expect(statusCode).toBe(400);
    expect(body).toMatch(/id="field-file" aria-invalid="true"/);
    expect(body).toMatch(/id="problem-file">[^<]*not a PDF/i);
  });

  const FOREIGN: Readonly<Record<string, (key: string) => (readonly [string, string | Blob])[]>> = {
    'without a key': () => [['file', file()]],
    'with a wrong key': () => [
      ['form_key', 'guessed'],
      ['file', file()],
    ],
    'with its key after the file': (key) => [
      ['file', file()],
      ['form_key', key],
    ],
  };
  test.each(Object.entries(FOREIGN))('refuses a form %s, and stores no file', async (_, parts) => {
    const stored = () => readdir(service.files, { recursive: true });
    const before = await stored();
    const { statusCode, body } = await upload(parts(await keyOf(member)));
    expect([statusCode, body.includes('did not come from')]).toEqual([403, true]);
    expect(await stored()).toEqual(before);
  });

  test('is not offered to an account without access, nor taken from it', async () => {
    const account = await service.account({ subscription: 'none' });
    const other = await aMember(service, account);
    const page = await other.get('/dashboard/documents/new');
    expect([page.statusCode, page.body.includes('name="file"')]).toEqual([403, false]);
    const key = await keyOf(other);
    const sent = await upload(
      [
        ['form_key', key],
        ['file', file()],
      ],
      other,
    );
    expect([sent.statusCode, sent.body.includes('API access')]).toEqual([403, true]);
  });
});

const FAR = JSON.stringify([{ page: 1, x: 5000, y: 10, width: 140, height: 110 }]);

describe('a draft', () => {
  test('keeps what was typed, and says beside each field what is wrong with it', async () => {
    const documentId = await user.create();
    const { statusCode, body } = await member.post(at(documentId, '/draft'), {
      do: 'review',
      name: 'Lease',
      ...rowOf({ name: 'Asha Rao', email: 'asha', phone: '123' }, '1'),
      ...rowOf({ name: '', email: '', phone: '' }, '2'),
    });
    expect(statusCode).toBe(400);
    expect(body).toMatch(/name="email-1" value="asha"[^>]*aria-invalid="true"[^>]*autofocus/);
    expect(body).toMatch(/id="problem-phone-1">Mobile phone must be 10 to 20 digits/);
    expect(body).not.toContain('id="problem-name-2"');
    expect((await read(documentId)).signers).toEqual([]);
  });

  test.each([
    [
      'a message with a direction character',
      { message: 'Sign \u202Ehere' },
      /message must hold no/,
    ],
    ['a place beside its page', { 'where-1': 'page', 'places-1': FAR }, /Signer 1 \(Asha Rao\)/],
  ])('with %s is shown again, with what was typed', async (_, fields, why) => {
    const documentId = await user.create();
    const typed = { do: 'save', name: 'Lease', ...rowOf(ASHA, '1'), ...fields };
    const { statusCode, body } = await member.post(at(documentId, '/draft'), typed);
    expect([statusCode, why.test(body), body.includes('value="Asha Rao"')]).toEqual([
      400,
      true,
      true,
    ]);
  });

  test('is kept with signers, message and order, and shown again', async () => {
    const documentId = await user.create();
    const saved = await member.post(at(documentId, '/draft'), {
      ...{ do: 'save', name: 'Lease of the shop', message: 'Please sign by Friday.' },
      ...rowOf(RAVI, '2'),
      ...rowOf({ ...ASHA, phone: '+91 98765-43210' }, '1'),
    });
    expect(saved.headers.location).toBe(at(documentId, '/draft?done=saved'));
    const document = await read(documentId);
    expect(document).toMatchObject({
      name: 'Lease of the shop',
      message: 'Please sign by Friday.',
    });
    expect(document.signers.map(({ name, phone }) => [name, phone])).toEqual([
      ['Ravi Kumar', RAVI.phone],
      ['Asha Rao', '919876543210'],
    ]);
    const { body } = await member.get(at(documentId, '/draft'));
    expect(body).toMatch(/value="Ravi Kumar".*value="Asha Rao".*value="Please sign by Friday\."/s);
    const trail = await deps.store.readAudit(documentId);
    expect(trail.at(-1)?.actor).toBe(`member:${member.userId}`);
  });

  test.each([
    ['add', ['1', '2', '3']],
    ['down:1', ['2', '1']],
    ['up:2', ['2', '1']],
    ['up:1', ['1', '2']],
    ['remove:1', ['2']],
  ])('without scripts, %s arranges its rows and saves nothing', async (asked, keys) => {
    const documentId = await user.create();
    const rows = { ...rowOf(ASHA, '1'), ...rowOf({ ...RAVI, email: 'half-typed' }, '2') };
    const { statusCode, body } = await member.post(at(documentId, '/draft'), {
      ...{ do: asked, name: 'Lease', ...rows },
    });
    expect(statusCode).toBe(200);
    const shown = body.replace(/<template>.*<\/template>/s, '');
    expect([...shown.matchAll(/data-row="(\d)"/g)].map(([, key]) => key)).toEqual(keys);
    expect(shown).toContain('value="half-typed"');
    expect((await read(documentId)).signers).toEqual([]);
  });

  test('places signatures beside words, and says which words it does not have', async () => {
    const uploaded = await upload([
      ['form_key', await keyOf(member)],
      ['file', file()],
    ]);
    const [, documentId = ''] =
      /documents\/(.+)\/draft$/.exec(String(uploaded.headers.location)) ?? [];
    const typed = { do: 'save', name: 'Lease', ...rowOf(ASHA, '1'), 'where-1': 'words' };
    for (const [looked, why] of [
      ['nowhere', 'does not have these words'],
      ['agreed', /has these words \d+ times/],
    ] as const) {
      const { statusCode, body } = await member.post(at(documentId, '/draft'), {
        ...typed,
        'words-1': looked,
      });
      expect([statusCode, /id="problem-words-1">([^<]*)/.exec(body)?.[1]]).toEqual([
        400,
        expect.stringMatching(why),
      ]);
    }
    await member.post(at(documentId, '/draft'), { ...typed, 'words-1': 'Sign here' });
    const [signer] = (await read(documentId)).signers;
    expect(signer?.positions).toMatchObject([{ page: 1, width: 140, height: 110 }]);
  });

  test('of another account, or sent, is not shown', async () => {
    const other = apiUser(service, await service.account());
    const foreign = await other.create();
    expect((await member.get(at(foreign, '/draft'))).statusCode).toBe(404);
    const { documentId } = await user.send(ASHA);
    expect((await member.get(at(documentId, '/draft'))).statusCode).toBe(409);
  });
});
