import type { LightMyRequestResponse } from 'fastify';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../src/contract/errors.ts';
import { ERRORS } from '../../../src/contract/errors.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { ErrorBody } from '../../../src/contract/openapi/error-body.ts';
import { FilesUnavailable } from '../../../src/service/ports/file-store.ts';
import { buildApp } from '../../../src/service/web/app.ts';
import { readFailure } from '../../../src/service/web/error-replies.ts';
import { ASHA, apiUser, documentPath, openApi } from '../../support/service/call-service.ts';
import { form, pdfPart } from '../../support/sign-in/form.ts';

/** No page files: these tests do not check pages. */
const NO_FILES = new URL('file:///nowhere/');

const MISSING = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';

const { service, user } = await openApi();

const userWith = async (credits: number) => apiUser(service, await service.account({ credits }));

/** A request that provokes each code. */
const PROVOKED: Readonly<Record<ErrorCode, () => Promise<LightMyRequestResponse>>> = {
  invalid_content_type: () => user.post('/api/v1/documents', {}),
  invalid_request: () => user.upload(form({ name: 'name', value: 'Lease' })),
  invalid_file: () => user.upload(form(pdfPart('no PDF'))),
  no_signers: async () => user.post(documentPath(await user.create(), '/send')),
  signer_limit_reached: async () => {
    const documentId = await user.createFor(...Array(6).fill(ASHA));
    return user.post(documentPath(documentId, '/signers'), { signers: [ASHA] });
  },
  unauthorized: () => service.app.inject('/api/v1/documents'),
  insufficient_credits: async () => {
    const poor = await userWith(1);
    return poor.post(documentPath(await poor.createFor(ASHA, ASHA), '/send'));
  },
  api_access_not_enabled: async () => {
    const { headers } = await service.account({ subscription: 'none' });
    return service.app.inject({ url: '/api/v1/documents', headers });
  },
  not_found: () => user.get(documentPath(MISSING)),
  invalid_state: async () => {
    const { documentId } = await user.send(ASHA);
    return user.post(documentPath(documentId, '/send'));
  },
  file_too_large: () => user.upload(form(pdfPart(Buffer.alloc(LIMITS.pdfBytes + 1)))),
  internal_error: () => withBrokenStore('/api/v1/documents'),
};

/** The same service without its database. */
async function withBrokenStore(url: string): Promise<LightMyRequestResponse> {
  const gone = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432 as esign with hunter2');
  };
  const deps = {
    ...service.deps,
    store: { ...service.deps.store, findKey: gone },
  };
  const stream = { write: (line: string) => void service.log.push(line) };
  const app = buildApp(deps, {
    logger: { level: 'info', stream },
    pageFiles: NO_FILES,
  });
  try {
    return await app.inject({ url, headers: user.account.headers });
  } finally {
    await app.close();
  }
}

const codes = Object.keys(ERRORS) as ErrorCode[];

test.each(codes)('a request provokes %s, with its status and the error shape', async (code) => {
  const answer = await PROVOKED[code]();
  expect(answer.json().error).toBe(code);
  expect(answer.statusCode).toBe(ERRORS[code]);
  expect(Object.keys(answer.json()).sort()).toEqual(['error', 'message']);
  expect(Value.Check(ErrorBody, answer.json())).toBe(true);
  expect(answer.json().message).toMatch(/^\S.+\.$/);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
});

test('an internal error tells the caller nothing, and the log everything under the same id', async () => {
  const answer = await withBrokenStore('/api/v1/documents');
  expect(answer.body).not.toMatch(/ECONN|10\.0|hunter2/);
  const logged = service.log.filter((line) =>
    line.includes(String(answer.headers['x-request-id'])),
  );
  expect(logged.join('')).toContain('ECONNREFUSED');
});

test('a refused charge sends nothing and charges nothing', async () => {
  const poor = await userWith(1);
  const documentId = await poor.createFor(ASHA, ASHA);
  expect((await poor.post(documentPath(documentId, '/send'))).statusCode).toBe(402);
  expect((await poor.document(documentId)).status).toBe('PENDING');
  const affordable = await poor.createFor(ASHA);
  const sent = await poor.post(documentPath(affordable, '/send'));
  expect(sent.json().creditsRemaining).toBe(0);
});

test.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400],
  ['FST_SOMETHING_ELSE', 431],
])('an error of the framework, %s, becomes invalid_request', (code, statusCode) => {
  const error = Object.assign(new Error('secret text'), { code, statusCode });
  const { status, body } = readFailure(error);
  expect(status).toBe(400);
  expect(body.error).toBe('invalid_request');
  expect(body.message).not.toContain('secret');
});

test('files that cannot be reached are for another try, without details', () => {
  const { status, body } = readFailure(new FilesUnavailable('The bucket documents answers 503.'));
  expect(status).toBe(503);
  expect(body).toEqual({
    error: 'internal_error',
    message: 'The service is not available at the moment. Try again shortly.',
  });
});

test.each([
  ['an error', new Error('connect ECONNREFUSED 10.0.0.7:5432')],
  ['an error with a status of its own', Object.assign(new Error('10.0.0.7'), { statusCode: 503 })],
  ['a string', '10.0.0.7'],
  ['nothing', undefined],
])('%s becomes internal_error without details', (_what, error) => {
  const { status, body } = readFailure(error);
  expect(status).toBe(500);
  expect(body.error).toBe('internal_error');
  expect(body.message).not.toMatch(/10\.0|ECONN/);
});
