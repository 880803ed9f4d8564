import { expect, test } from 'vitest';
import {
  downloadToken,
  holderOf,
  readDownloadToken,
  readSigningToken,
  readWayBack,
  sealWayBack,
  signingToken,
  tokenOnWayBack,
} from '../../../../src/service/core/links/links.rules.ts';

const secret = Buffer.alloc(32, 1);
const first = { signerId: 'sgn_1', linkGeneration: 0 };
const until = new Date('2026-11-20T12:15:00.000Z');
const forSender = { documentId: 'doc', expiresAt: until, signerId: null };
const forSigner = { ...forSender, signerId: 'sgn_1' };

test.each([0, 1, 12])(
  'a signing token of generation %i names its signer and generation',
  (linkGeneration) => {
    const subject = { signerId: 'sgn_1', linkGeneration };
    expect(readSigningToken({ secret }, signingToken(secret, subject))).toEqual(subject);
  },
);

test('a new generation makes a new token, and the first is as it was before there were generations', () => {
  const second = signingToken(secret, { ...first, linkGeneration: 1 });
  expect(second).not.toBe(signingToken(secret, first));
  expect(Buffer.from(signingToken(secret, first).split('.')[0] ?? '', 'base64url').toString()).toBe(
    'sgn_1',
  );
});

test.each([forSender, forSigner])('a download token holds %o', (link) => {
  expect(readDownloadToken({ secret }, downloadToken(secret, link))).toEqual(link);
});

test('a token made with another secret, or for another purpose, opens nothing', () => {
  expect(
    readSigningToken({ secret: Buffer.alloc(32, 2) }, signingToken(secret, first)),
  ).toBeUndefined();
  expect(readSigningToken({ secret }, downloadToken(secret, forSender))).toBeUndefined();
  expect(readDownloadToken({ secret }, signingToken(secret, first))).toBeUndefined();
});

test('a token with any character changed opens nothing', () => {
  const token = signingToken(secret, first);
  for (let index = 0; index < token.length; index += 1) {
    const other = token[index] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, index) + other + token.slice(index + 1);
    expect(readSigningToken({ secret }, changed)).toBeUndefined();
  }
});

test.each(['', '.', 'a', 'a.b', '..', 'sgn_1', `${'A'.repeat(43)}`])(
  '%j opens nothing',
  (token) => {
    expect(readSigningToken({ secret }, token)).toBeUndefined();
    expect(readDownloadToken({ secret }, token)).toBeUndefined();
  },
);

/** The base64url digits, in order of their values. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The text with the lowest, unused bit of its last base64url digit set. */
const withUnusedBit = (text: string): string =>
  text.slice(0, -1) + DIGITS[DIGITS.indexOf(text.at(-1) ?? '') | 1];

/** Spellings that decode to the same bytes as a token. */
const SPELLINGS: readonly [name: string, (token: string) => string][] = [
  ['a further part', (token) => `${token}.x`],
  ['a further dot', (token) => `${token}.`],
  ['padding', (token) => `${token}=`],
  ['a line feed', (token) => `${token}\n`],
  ['a space in the middle', (token) => token.replace('.', ' .')],
  ['an ignored character', (token) => `!${token}`],
  ['unused bits in its last digit', withUnusedBit],
  [
    'unused bits in the last digit of its subject',
    (token) => token.replace(/^[^.]+/, withUnusedBit),
  ],
  ['the standard alphabet', (token) => token.replaceAll('-', '+').replaceAll('_', '/')],
];

test.each(SPELLINGS)('a token spelled with %s opens nothing', (_name, spell) => {
  for (const token of [signingToken(secret, first), downloadToken(secret, forSigner)]) {
    expect(spell(token)).not.toBe(token);
    expect(readSigningToken({ secret }, spell(token))).toBeUndefined();
    expect(readDownloadToken({ secret }, spell(token))).toBeUndefined();
    expect(holderOf({ secret }, spell(token))).toBeUndefined();
  }
});

test('every link of a signer counts as theirs, and a sender’s link as the document’s', () => {
  expect(holderOf({ secret }, signingToken(secret, first))).toBe('sgn_1');
  expect(holderOf({ secret }, downloadToken(secret, forSigner))).toBe('sgn_1');
  expect(holderOf({ secret }, downloadToken(secret, forSender))).toBe('doc');
  expect(holderOf({ secret }, 'nothing')).toBeUndefined();
});

test('links of a former secret are still read, until it is dropped', () => {
  const now = { secret: Buffer.alloc(32, 2) };
  const both = { ...now, formerSecrets: [secret] };
  const token = signingToken(secret, first);
  expect(readSigningToken(both, token)).toEqual(first);
  expect(readDownloadToken(both, downloadToken(secret, forSender))).toEqual(forSender);
  expect(readSigningToken(now, token)).toBeUndefined();
  expect(readSigningToken(both, signingToken(now.secret, first))).toEqual(first);
});

const links = { secret };
const now = new Date('2026-11-20T12:00:00Z');
const signed = { signerId: 'sgn_1', linkGeneration: 0, reason: null };

test.each([
  signed,
  { ...signed, linkGeneration: 12, reason: 'signer_declined' as const },
  { ...signed, linkGeneration: null, reason: 'gateway_missing' as const },
])('a way back is read as it was sealed: %o', (way) => {
  expect(readWayBack(links, sealWayBack(links, way, now), now)).toEqual(way);
});

test('a way back leads to the link of its generation for a minute, and then only says what came of the answer', () => {
  const way = { ...signed, linkGeneration: 3 };
  const sealed = sealWayBack(links, way, now);
  const tokenAfter = (ms: number) => {
    const read = readWayBack(links, sealed, new Date(now.getTime() + ms));
    return read && tokenOnWayBack(links, read);
  };
  expect(tokenAfter(59_999)).toBe(signingToken(secret, way));
  expect(tokenAfter(60_000)).toBeUndefined();
  expect(readWayBack(links, sealed, new Date(now.getTime() + 60_000))).toMatchObject({
    signerId: 'sgn_1',
    reason: null,
  });
});

test('a way back holds no signing token, and no other token is one', () => {
  const sealed = sealWayBack(links, signed, now);
  const token = signingToken(secret, signed);
  expect(sealed).not.toContain(token.split('.')[1]);
  expect(readWayBack(links, token, now)).toBeUndefined();
  expect(readWayBack({ secret: Buffer.alloc(32, 2) }, sealed, now)).toBeUndefined();
});
