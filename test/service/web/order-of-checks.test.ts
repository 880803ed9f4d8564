import { expect, test } from 'vitest';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { ASHA, apiUser, documentPath, openApi } from '../../support/service/call-service.ts';
import { FORM_HEADERS, form, pdfPart } from '../../support/sign-in/form.ts';

const MISSING = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';

const { service, user } = await openApi();
const sent = (await user.send(ASHA)).documentId;
const foreign = await apiUser(service, await service.account()).createFor(ASHA);

const ABOVE_LIMIT = { signers: Array(7).fill(ASHA) };

test.each([
  ['no key before a broken body', () => bare(documentPath(MISSING, '/signers'), '{'), 401],
  ['no subscription before a missing document', () => unpaid(documentPath(MISSING)), 403],
  [
    'no subscription before a broken body',
    () => unpaid(documentPath(MISSING, '/signers'), '{'),
    403,
  ],
  [
    'a missing document before a broken body',
    () => user.post(documentPath(MISSING, '/signers'), '{'),
    404,
  ],
  [
    'a missing document before a wrong form',
    () => user.post(documentPath(MISSING, '/signers'), {}),
    404,
  ],
  [
    'a foreign document before a wrong form',
    () => user.post(documentPath(foreign, '/signers'), {}),
    404,
  ],
  ['a broken body before the state', () => user.post(documentPath(sent, '/signers'), '{'), 400],
  ['a wrong form before the state', () => user.post(documentPath(sent, '/signers'), {}), 400],
  [
    'too many at once before the state',
    () => user.post(documentPath(sent, '/signers'), ABOVE_LIMIT),
    400,
  ],
  [
    'a page that is not there before the state',
    () => user.post(documentPath(sent, '/signers'), onPage(9)),
    400,
  ],
  [
    'the state before the limit of signers',
    () => user.post(documentPath(sent, '/signers'), six()),
    409,
  ],
] as const)('%s', async (_what, ask, status) => {
  expect((await ask()).statusCode).toBe(status);
});

test('the state comes before missing signers and missing credits', async () => {
  const poor = apiUser(service, await service.account({ credits: 1 }));
  const { documentId } = await poor.send(ASHA);
  const answer = await poor.post(documentPath(documentId, '/send'));
  expect(answer.json().error).toBe('invalid_state');
});

test('missing signers come before missing credits', async () => {
  const poor = apiUser(service, await service.account({ credits: 0 }));
  const answer = await poor.post(documentPath(await poor.create(), '/send'));
  expect(answer.json().error).toBe('no_signers');
});

test('a file that is too large is refused before it is checked', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024 + 1);
  expect((await user.upload(form(pdfPart(large)))).json().error).toBe('file_too_large');
});

test('a missing key comes before the form of a create request', async () => {
  const url = '/api/v1/documents';
  const payload = form(pdfPart(aPdf()));
  const answer = await service.app.inject({ method: 'POST', url, headers: FORM_HEADERS, payload });
  expect(answer.statusCode).toBe(401);
});

test.each([
  ['GET', ''],
  ['POST', '/signers'],
  ['POST', '/send'],
  ['GET', '/certificate'],
] as const)(
  "%s of another account's document%s is the same 404 as of a missing one",
  async (method, below) => {
    const ask = (documentId: string) =>
      service.app.inject({
        method,
        url: documentPath(documentId, below),
        headers: user.account.headers,
      });
    const [theirs, none] = [await ask(foreign), await ask(MISSING)];
    expect(theirs.statusCode).toBe(404);
    expect(theirs.json()).toEqual(none.json());
  },
);

test.each([
  'x',
  '5f0c1d5e',
  '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11x',
  '%zz',
  '%00',
  '..%2f..',
  'a'.repeat(5000),
  "'; drop table documents; --",
])('a document id that is not a UUID (%s) is 404', async (documentId) => {
  const answer = await user.get(`/api/v1/documents/${documentId.replaceAll(' ', '+')}`);
  expect(answer.statusCode).toBe(404);
  expect(answer.json().error).toBe('not_found');
});

test('an id in capitals is the same document', async () => {
  const documentId = await user.create();
  const answer = await user.get(documentPath(documentId.toUpperCase()));
  expect(answer.json().documentId).toBe(documentId);
});

test.each([
  ['DELETE', '/api/v1/documents', 'POST, GET, HEAD'],
  ['PUT', '/api/v1/documents/x', 'GET, HEAD'],
  ['PATCH', '/api/v1/documents/x?y=z', 'GET, HEAD'],
  ['GET', '/api/v1/documents/x/send', 'POST'],
  ['OPTIONS', '/api/v1/documents', 'POST, GET, HEAD'],
  ['GET', '/api/v1/documents/x/y/z', undefined],
  ['GET', '/api/v2/documents', undefined],
  ['GET', '/api', undefined],
  ['GET', '/api/', undefined],
] as const)('%s %s is 404 in the error shape, and allows %s', async (method, url, allowed) => {
  const answer = await service.app.inject({ method, url, headers: user.account.headers });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ error: 'not_found', message: expect.any(String) });
  expect(answer.headers.allow).toBe(allowed);
});

const bare = (url: string, payload: string) =>
  service.app.inject({ method: 'POST', url, payload, headers: JSON_TYPE });

async function unpaid(url: string, payload?: string) {
  const { headers } = await service.account({ subscription: 'none' });
  const method = payload ? 'POST' : 'GET';
  return await service.app.inject({
    method,
    url,
    headers: { ...headers, ...JSON_TYPE },
    ...(payload ? { payload } : {}),
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const six = () => ({ signers: Array(6).fill(ASHA) });
const onPage = (page: number) => {
  const positions = [{ page, x: 72, y: 96, width: 180, height: 120 }];
  return { signers: [{ ...ASHA, advanced: { signaturePlacement: { positions } } }] };
};
