import { expect, test } from 'vitest';
import { failureReason, statusReason } from '../../src/network/failure-reason.ts';

test.each([
  ['ENOTFOUND', 'dns_error'],
  ['ECONNREFUSED', 'connection_refused'],
  ['ECONNRESET', 'connection_reset'],
  ['EAI_AGAIN', 'dns_unavailable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'no_route'],
  ['EMFILE', 'out_of_sockets'],
  ['insecure_url', 'insecure_url'],
  ['ETIMEDOUT', 'timeout_connect'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_error'],
  ['CERT_HAS_EXPIRED', 'tls_error'],
  ['HPE_INVALID_CONSTANT', 'invalid_answer'],
  ['EWHATEVER', 'network_error'],
])('the error %s is a %s', (code, reason) => {
  expect(failureReason(Object.assign(new Error('it failed'), { code }))).toBe(reason);
});

test('an error without a known code is a network_error', () => {
  expect(failureReason('boom')).toBe('network_error');
  expect(failureReason(new Error('no code'))).toBe('network_error');
});

test.each([
  [204, null],
  [302, 'redirect'],
  [304, 'redirect'],
  [404, 'http_404'],
  [101, 'http_101'],
  [500, 'http_500'],
])('the status %i is a failure named %s', (status, reason) => {
  expect(statusReason(status)).toBe(reason);
});
