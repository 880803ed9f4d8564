import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../src/contract/errors.ts';
import { ERRORS } from '../../../src/contract/errors.ts';
import { DomainError } from '../../../src/service/core/domain-error.rules.ts';
import { FilesUnavailable } from '../../../src/service/ports/file-store.ts';
import { readFailure } from '../../../src/service/web/error-replies.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

test.each(codes)('a domain error %s keeps its status and message', (code) => {
  const { status, body } = readFailure(new DomainError(code, 'Because.'));
  expect(status).toBe(ERRORS[code]);
  expect(body).toEqual({ error: code, message: 'Because.' });
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
