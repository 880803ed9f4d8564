import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkRequest, RequestRefused } from '../../../src/sandbox/authority/check-request.ts';
import { aRequest, signRequest } from '../../support/an-authority.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const { privateKey, publicKey: serviceKey } = generateKeyPairSync('ed25519');
const check = (request: unknown) => checkRequest(request, { serviceKey, now: NOW });
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000).toISOString();

function reasonOf(request: unknown): string {
  try {
    check(request);
  } catch (error) {
    if (error instanceof RequestRefused) return error.reason;
    throw error;
  }
  return 'taken';
}

test('a proper request is taken', () => {
  const content = aRequest(NOW);
  expect(check(signRequest(content, privateKey))).toEqual({
    txn: content.txn,
    inputHash: content.inputHash,
    documentName: 'Lease agreement',
    signerName: 'Asha Rao',
    returnUrl: new URL(content.returnUrl),
  });
});

test.each([
  ['no text', undefined, 'malformed'],
  ['nothing', '', 'malformed'],
  ['one part', 'abc', 'malformed'],
  ['three parts', 'abc.def.ghi', 'malformed'],
  ['101 KB', 'a'.repeat(101 * 1024), 'malformed'],
  ['a signature of zeros', `e30.${'A'.repeat(86)}`, 'bad_signature'],
])('a request of %s is refused', (_what, request, reason) => {
  expect(reasonOf(request)).toBe(reason);
});

test.each([
  ['another type', { type: 'signature-answer' }, 'malformed'],
  ['no document name', { documentName: undefined }, 'malformed'],
  ['a number for a name', { signerName: 7 }, 'malformed'],
  ['no time', { time: 'yesterday' }, 'stale'],
  ['a time 16 minutes ago', { time: minutes(-16) }, 'stale'],
  ['a time 16 minutes ahead', { time: minutes(16) }, 'stale'],
  ['a time 14 minutes ago', { time: minutes(-14) }, 'taken'],
  ['an empty transaction', { txn: '' }, 'bad_txn'],
  ['markup for a transaction', { txn: '<b>' }, 'bad_txn'],
  ['a short hash', { inputHash: 'ab' }, 'bad_hash'],
  ['a hash in capitals', { inputHash: 'A'.repeat(64) }, 'bad_hash'],
  ['a script to return to', { returnUrl: 'javascript:alert(1)' }, 'return_url'],
  ['nowhere to return to', { returnUrl: 'return' }, 'return_url'],
])('a signed request with %s: %s, %s', (_what, change, reason) => {
  expect(reasonOf(signRequest({ ...aRequest(NOW), ...change }, privateKey))).toBe(reason);
});

test('text that is no JSON is refused though it is signed', () => {
  expect(reasonOf(signRequest('{"type":', privateKey))).toBe('malformed');
});

test('a request that was changed after signing is refused', () => {
  const [, mark] = signRequest(aRequest(NOW), privateKey).split('.');
  const body = Buffer.from(JSON.stringify(aRequest(NOW))).toString('base64url');
  expect(reasonOf(`${body}.${mark}`)).toBe('bad_signature');
});

test('a request of another service is refused', () => {
  const other = generateKeyPairSync('ed25519').privateKey;
  expect(reasonOf(signRequest(aRequest(NOW), other))).toBe('bad_signature');
});
