import { expect, test } from 'vitest';
import {
  API_VERSION,
  ENDPOINTS,
  EXTENSION_ENDPOINTS,
  endpointPath,
} from '../../src/contract/endpoints.ts';

test('the endpoints are those of the specification', () => {
  const lines = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
  expect(lines).toEqual([
    'POST /api/v1/documents',
    'GET /api/v1/documents',
    'GET /api/v1/documents/{documentId}',
    'POST /api/v1/documents/{documentId}/signers',
    'POST /api/v1/documents/{documentId}/send',
    'GET /api/v1/documents/{documentId}/certificate',
  ]);
  expect(API_VERSION).toBe('1.0.0');
});

test('the extensions are beside those of the specification', () => {
  const lines = Object.values(EXTENSION_ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
  expect(lines).toEqual([
    'GET /api/v1/extensions',
    'GET /api/v1/documents/search',
    'GET /api/v1/documents/{documentId}/timeline',
    'POST /api/v1/documents/{documentId}/withdraw',
    'POST /api/v1/documents/{documentId}/resend',
    'POST /api/v1/documents/{documentId}/signers/{signerId}/resend',
    'POST /api/v1/documents/{documentId}/find-text',
    'PUT /api/v1/documents/{documentId}/external-id',
  ]);
});

test.each([
  ['createDocument', undefined, '/api/v1/documents'],
  ['retrieveDocument', 'abc-1', '/api/v1/documents/abc-1'],
  ['sendDocument', '../keys', '/api/v1/documents/..%2Fkeys/send'],
  ['addSigners', 'a?b#c', '/api/v1/documents/a%3Fb%23c/signers'],
  ['downloadCertificate', '$&', '/api/v1/documents/%24%26/certificate'],
] as const)('the path of %s for %j is %s', (name, documentId, path) => {
  expect(endpointPath(name, documentId)).toBe(path);
});
