import { expect, test } from 'vitest';
import { isAuthorised, isLoopbackHost } from '../../../src/sandbox/control/serve-control.ts';

test.each([
  ['127.0.0.1:4011', true],
  ['localhost:4011', true],
  ['LOCALHOST', true],
  ['[::1]:4011', true],
  ['example.com', false],
  ['127.0.0.1.example.com:4011', false],
  ['localhost.example.com', false],
  ['127.0.0.1@example.com', false],
  ['0.0.0.0:4011', false],
  ['', false],
  [undefined, false],
])('the host %j names this machine: %s', (host, isOurs) => {
  expect(isLoopbackHost(host)).toBe(isOurs);
});

test.each([
  ['Bearer token', true],
  ['bearer token', true],
  ['Bearer tokens', false],
  ['Bearer ', false],
  ['Basic token', false],
  ['token', false],
  [undefined, false],
])('%j authorises: %s', (authorization, isRight) => {
  expect(isAuthorised(authorization, 'token')).toBe(isRight);
});
