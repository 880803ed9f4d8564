import { describe, expect, test } from 'vitest';
import { JSON_BYTES } from '../../../src/service/web/kit/read-body.ts';
import { ASHA, documentPath, openApi, RAVI } from '../../support/service/call-service.ts';

const { service, user } = await openApi();

const BOX = { page: 1, x: 72, y: 96, width: 180, height: 120 };
const placed = (...positions: object[]) => ({
  ...ASHA,
  advanced: { signaturePlacement: { positions } },
});
const add = async (body: object | string) =>
  user.post(documentPath(await user.create(), '/signers'), body);
const people = (count: number) => Array.from({ length: count }, () => ASHA);

test('added signers are returned in order, with exactly the fields of the specification', async () => {
  const answer = await add({ signers: [ASHA, { ...RAVI, colour: 'blue' }] });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({
    signers: [
      { signerId: expect.any(String), name: ASHA.name, email: ASHA.email, signingOrder: 1 },
      { signerId: expect.any(String), name: RAVI.name, email: RAVI.email, signingOrder: 2 },
    ],
  });
});

test('a placement is returned only where one was given', async () => {
  const documentId = await user.createFor(placed(BOX), RAVI);
  const [first, second] = (await user.document(documentId)).signers;
  expect(first?.advanced).toEqual({ signaturePlacement: { positions: [BOX] } });
  expect(second).not.toHaveProperty('advanced');
});

test('a place that the service chose is not returned, and a full page leaves nobody without one', async () => {
  const whole = { page: 1, x: 0, y: 0, width: 595, height: 842 };
  const documentId = await user.createFor(placed(whole), RAVI);
  expect((await user.post(documentPath(documentId, '/send'))).statusCode).toBe(200);
  const [first, second] = (await user.document(documentId)).signers;
  expect(first?.advanced).toEqual({ signaturePlacement: { positions: [whole] } });
  expect(second).not.toHaveProperty('advanced');
});

test('the signing order continues in the next request', async () => {
  const documentId = await user.createFor(ASHA);
  const answer = await user.post(documentPath(documentId, '/signers'), { signers: [RAVI] });
  expect(answer.json().signers[0].signingOrder).toBe(2);
});

test.each([
  ['seven signers', { signers: people(7) }, 'signers'],
  ['a phone with a plus', { signers: [{ ...ASHA, phone: '+919876543210' }] }, 'signers[0].phone'],
  ['a page that the document lacks', { signers: [placed({ ...BOX, page: 2 })] }, 'page'],
  ['a box outside the page', { signers: [placed({ ...BOX, x: 500 })] }, 'page'],
])('%s is refused with 400, naming the field', async (_what, body, place) => {
  const answer = await add(body);
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  expect(answer.json().message).toContain(place);
});

test('six signers in two requests are accepted, and a seventh is not', async () => {
  const documentId = await user.createFor(...people(4));
  const path = documentPath(documentId, '/signers');
  expect((await user.post(path, { signers: people(2) })).statusCode).toBe(201);
  const answer = await user.post(path, { signers: people(1) });
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'signer_limit_reached']);
});

describe('a body', () => {
  const send = async (type: string | undefined, payload: string | Buffer) =>
    service.app.inject({
      method: 'POST',
      url: documentPath(await user.create(), '/signers'),
      headers: { ...user.account.headers, ...(type ? { 'content-type': type } : {}) },
      payload,
    });
  const json = JSON.stringify({ signers: [ASHA] });

  test.each([['application/json'], ['application/json; charset=utf-8'], ['Application/JSON']])(
    'sent as %s is read',
    async (type) => {
      expect((await send(type, json)).statusCode).toBe(201);
    },
  );

  test('of JSON with a byte order mark is read', async () => {
    expect((await send('application/json', `\ufeff${json}`)).statusCode).toBe(201);
  });

  test.each([
    ['of another type', 'text/plain', json],
    ['of no type', undefined, json],
    ['of an unreadable type', ';;;', json],
    ['that is empty', 'application/json', ''],
    ['that is cut', 'application/json', json.slice(0, -1)],
    [
      'that is not UTF-8',
      'application/json',
      Buffer.from(json.replace('Asha', 'Ash\u00e9'), 'latin1'),
    ],
    ['that is a list', 'application/json', '[]'],
    ['that is null', 'application/json', 'null'],
    ['that is too large', 'application/json', json + ' '.repeat(JSON_BYTES)],
  ])('%s is refused with 400', async (_what, type, payload) => {
    const answer = await send(type, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toBe('invalid_request');
  });
});
