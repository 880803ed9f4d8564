import { expect, test } from 'vitest';
import { keyState } from '../../../../src/service/core/accounts/api-request.rules.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const at = (ms: number) => new Date(NOON.getTime() + ms);

test.each([
  ['without an end', { revokedAt: null, expiresAt: null }, 'valid'],
  ['before its end', { revokedAt: null, expiresAt: at(1) }, 'valid'],
  ['at its end', { revokedAt: null, expiresAt: NOON }, 'ended'],
  ['after its end', { revokedAt: null, expiresAt: at(-1) }, 'ended'],
  ['that was revoked', { revokedAt: at(-1), expiresAt: null }, 'revoked'],
  ['that was revoked before its end', { revokedAt: at(-1), expiresAt: at(1) }, 'revoked'],
] as const)('a key %s is %s', (_what, key, state) => {
  expect(keyState(key, NOON)).toBe(state);
});
