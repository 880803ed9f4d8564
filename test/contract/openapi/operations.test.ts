import { expect, test } from 'vitest';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import type { Operation } from '../../../src/contract/openapi/operations.ts';
import { errorCodesOf, OPERATIONS } from '../../../src/contract/openapi/operations.ts';

const everywhere = ['unauthorized', 'api_access_not_enabled', 'internal_error'];

/** The specification's section 4: media types of request and response, status, and the operation's own errors. */
const TABLE: ReadonlyArray<
  readonly [EndpointName, string | undefined, number, string, readonly string[]]
> = [
  [
    'createDocument',
    'multipart/form-data',
    201,
    'application/json',
    ['invalid_content_type', 'invalid_request', 'invalid_file', 'file_too_large'],
  ],
  ['listDocuments', undefined, 200, 'application/json', []],
  ['retrieveDocument', undefined, 200, 'application/json', ['not_found']],
  [
    'addSigners',
    'application/json',
    201,
    'application/json',
    ['invalid_request', 'signer_limit_reached', 'invalid_state', 'not_found'],
  ],
  [
    'sendDocument',
    undefined,
    200,
    'application/json',
    ['no_signers', 'insufficient_credits', 'invalid_state', 'not_found'],
  ],
  ['downloadCertificate', undefined, 200, 'application/pdf', ['invalid_state', 'not_found']],
];

test('every endpoint has its operation', () => {
  expect(Object.keys(OPERATIONS)).toEqual(Object.keys(ENDPOINTS));
  expect(TABLE.map(([name]) => name)).toEqual(Object.keys(ENDPOINTS));
});

test.each(TABLE)('%s takes %s and answers %i with %s', (name, request, status, answer) => {
  const operation: Operation = OPERATIONS[name];
  expect(operation.request?.mediaType).toBe(request);
  expect(operation.success).toMatchObject({ status, mediaType: answer });
});

test.each(TABLE)('%s lists its errors and no others', (name, _request, _status, _answer, own) => {
  expect(errorCodesOf(OPERATIONS[name]).sort()).toEqual([...own, ...everywhere].sort());
});
