import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ERRORS, isErrorCode } from '../../src/contract/errors.ts';
import { CONDITIONS, ErrorBody } from '../../src/contract/openapi/error-body.ts';

/** The specification's section 7, in its order. */
const TABLE = [
  ['invalid_content_type', 400, /create request is not multipart/],
  ['invalid_request', 400, /no file field on create, or a signer is invalid.*first problem/],
  ['invalid_file', 400, /not a PDF, or is empty/],
  ['no_signers', 400, /no signers/],
  ['signer_limit_reached', 400, /more than 6 signers in total/],
  ['unauthorized', 401, /API key is missing or invalid/],
  ['insufficient_credits', 402, /fewer credits than signers; nothing is sent/],
  ['api_access_not_enabled', 403, /no API access subscription/],
  ['not_found', 404, /does not exist or is not owned by the account/],
  ['invalid_state', 409, /after sending, or a certificate before completion/],
  ['file_too_large', 413, /over 10 ?MB/],
  ['internal_error', 500, /failure/],
] as const;

test('the codes are those of the specification, and no others', () => {
  expect(Object.keys(ERRORS)).toEqual(TABLE.map(([code]) => code));
});

test.each(TABLE)('%s has status %i and its condition', (code, status, condition) => {
  expect(ERRORS[code]).toBe(status);
  expect(CONDITIONS[code]).toMatch(condition);
});

test.each(['too_many_requests', 'toString', '__proto__', '', 'NOT_FOUND'])(
  '%j is no error code',
  (text) => {
    expect(isErrorCode(text)).toBe(false);
  },
);

test('each code of the table is known to be one', () => {
  expect(TABLE.filter(([code]) => !isErrorCode(code))).toEqual([]);
});

test.each([
  [{ error: 'not_found', message: 'There is no such document.' }, true],
  [{ error: 'not_found' }, false],
  [{ message: 'There is no such document.' }, false],
  [{ error: 404, message: 'There is no such document.' }, false],
  [{ error: 'not_found', message: null }, false],
])('the body of an error has a code and a message: %j', (body, isBody) => {
  expect(Value.Check(ErrorBody, body)).toBe(isBody);
});
