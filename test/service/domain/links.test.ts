import { expect, test } from 'vitest';
import {
  downloadToken,
  readDownloadToken,
  readSigningToken,
  signingToken,
} from '../../../src/service/domain/links.ts';

const secret = Buffer.alloc(32, 1);
const until = new Date('2026-11-20T12:15:00.000Z');

test('a signing token names its signer to whoever holds the secret', () => {
  expect(readSigningToken(secret, signingToken(secret, 'sgn_1'))).toBe('sgn_1');
});

test('a download token opens one document until its time', () => {
  const token = downloadToken(secret, 'doc', until);
  expect(readDownloadToken(secret, token)).toEqual({ documentId: 'doc', expiresAt: until });
});

test('a token made with another secret, or for another purpose, opens nothing', () => {
  expect(readSigningToken(Buffer.alloc(32, 2), signingToken(secret, 'sgn_1'))).toBeUndefined();
  expect(readSigningToken(secret, downloadToken(secret, 'doc', until))).toBeUndefined();
  expect(readDownloadToken(secret, signingToken(secret, 'sgn_1'))).toBeUndefined();
});

test('a token with any character changed opens nothing', () => {
  const token = signingToken(secret, 'sgn_1');
  for (let index = 0; index < token.length - 1; index += 1) {
    const other = token[index] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, index) + other + token.slice(index + 1);
    expect(readSigningToken(secret, changed)).toBeUndefined();
  }
});

test.each(['', '.', 'a', 'a.b', '..', 'sgn_1', `${'A'.repeat(43)}`])(
  '%j opens nothing',
  (token) => {
    expect(readSigningToken(secret, token)).toBeUndefined();
    expect(readDownloadToken(secret, token)).toBeUndefined();
  },
);
