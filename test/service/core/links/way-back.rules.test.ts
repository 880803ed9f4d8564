import { expect, test } from 'vitest';
import {
  readWayBack,
  sealWayBack,
  signingToken,
  tokenOnWayBack,
} from '../../../../src/service/core/links/links.rules.ts';

const links = { secret: Buffer.alloc(32, 1) };
const now = new Date('2026-11-20T12:00:00Z');
const signed = { signerId: 'sgn_1', linkGeneration: 0, reason: null };

test.each([
  signed,
  { ...signed, linkGeneration: 12, reason: 'signer_declined' as const },
  { ...signed, linkGeneration: null, reason: 'gateway_missing' as const },
])('is read as it was sealed: %o', (way) => {
  expect(readWayBack(links, sealWayBack(links, way, now), now)).toEqual(way);
});

test('leads to the link of its generation for a minute, and then only says what came of the answer', () => {
  const way = { ...signed, linkGeneration: 3 };
  const sealed = sealWayBack(links, way, now);
  const tokenAfter = (ms: number) => {
    const read = readWayBack(links, sealed, new Date(now.getTime() + ms));
    return read && tokenOnWayBack(links, read);
  };
  expect(tokenAfter(59_999)).toBe(signingToken(links.secret, way));
  expect(tokenAfter(60_000)).toBeUndefined();
  expect(readWayBack(links, sealed, new Date(now.getTime() + 60_000))).toMatchObject({
    signerId: 'sgn_1',
    reason: null,
  });
});

test('holds no signing token, and no other token is one', () => {
  const sealed = sealWayBack(links, signed, now);
  const token = signingToken(links.secret, signed);
  expect(sealed).not.toContain(token.split('.')[1]);
  expect(readWayBack(links, token, now)).toBeUndefined();
  expect(readWayBack({ secret: Buffer.alloc(32, 2) }, sealed, now)).toBeUndefined();
});
