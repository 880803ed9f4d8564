import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditEntry, AuditEntryV2, SaltedValue } from '../../src/contract/audit-chain.ts';
import {
  chainFault,
  GENESIS_HASH,
  hashAuditEntry,
  hashSalted,
} from '../../src/contract/audit-chain.ts';
import { auditTrail } from '../support/pdf/an-evidence.ts';

const SALT = '00112233445566778899aabbccddeeff';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const salted = (value: unknown, salt = SALT): SaltedValue => ({ salt, value });

function anEntry(before: AuditEntry | undefined, name: string): AuditEntryV2 {
  const personal = { ip: salted('192.0.2.7'), 'data.name': salted(name, SALT.replace('0', 'f')) };
  const open = {
    v: 2,
    seq: (before?.seq ?? 0) + 1,
    at: '2026-11-20T12:04:31.512Z',
    type: 'document.created',
    actor: 'account:acc_1',
    requestId: 'req_1',
    data: { apiKey: 'sk_test_1' },
    hashes: { ip: hashSalted(personal.ip), 'data.name': hashSalted(personal['data.name']) },
    previousHash: before?.hash ?? GENESIS_HASH,
    personal,
  } as const;
  return { ...open, hash: hashAuditEntry(open) };
}

const first = anEntry(undefined, 'Lease');
const second = anEntry(first, 'अनुबंध');
const trail = [first, second];

test.each([
  ['text', 'Asha "R" Rao', `{"salt":"${SALT}","value":"Asha \\"R\\" Rao"}`],
  ['a number', 7, `{"salt":"${SALT}","value":7}`],
  ['an object, with sorted keys', { b: 1, a: 2 }, `{"salt":"${SALT}","value":{"a":2,"b":1}}`],
])('a salted hash is the SHA-256 of salt and value as JSON: %s', (_what, value, json) => {
  expect(hashSalted(salted(value))).toBe(sha256(json));
});

test('the hash of an entry of version 2 covers all but its own hash and the personal values', () => {
  const { hashes } = first;
  const json =
    '{"actor":"account:acc_1","at":"2026-11-20T12:04:31.512Z","data":{"apiKey":"sk_test_1"},' +
    `"hashes":{"data.name":"${hashes['data.name']}","ip":"${hashes.ip}"},` +
    `"previousHash":"${'0'.repeat(64)}","requestId":"req_1","seq":1,"type":"document.created","v":2}`;
  expect(first.hash).toBe(sha256(json));
});

const replaced = (change: Partial<AuditEntryV2>): AuditEntry[] => [first, { ...second, ...change }];

test.each<[string, Partial<AuditEntryV2>, object]>([
  [
    'another value',
    { personal: { ...second.personal, ip: salted('192.0.2.8') } },
    { reason: 'PERSONAL_VALUE', field: 'ip' },
  ],
  [
    'another salt',
    { personal: { ip: salted('192.0.2.7', SALT.replace('1', '2')) } },
    { reason: 'PERSONAL_VALUE', field: 'ip' },
  ],
  [
    'something beside salt and value',
    { personal: { ip: Object.assign(salted('192.0.2.7'), { note: 'x' }) } },
    { reason: 'PERSONAL_VALUE', field: 'ip' },
  ],
  [
    'a value without a hash',
    { personal: { 'data.email': salted('a@example.in') } },
    { reason: 'PERSONAL_VALUE', field: 'data.email' },
  ],
  [
    'a value named as a method',
    { personal: { toString: salted('x') } },
    { reason: 'PERSONAL_VALUE', field: 'toString' },
  ],
  [
    'value and hash of another',
    { hashes: { ...second.hashes, ip: hashSalted(salted('x')) }, personal: { ip: salted('x') } },
    { reason: 'ENTRY_HASH' },
  ],
  ['a hash less', { hashes: {} }, { reason: 'ENTRY_HASH' }],
  ['other data', { data: { apiKey: 'sk_live_1' } }, { reason: 'ENTRY_HASH' }],
  [
    'a field more',
    Object.assign({ type: second.type }, { ip: '192.0.2.7' }),
    { reason: 'ENTRY_HASH' },
  ],
  ['another number', { seq: 3 }, { reason: 'ENTRY_ORDER' }],
  ['another entry before it', { previousHash: GENESIS_HASH }, { reason: 'ENTRY_ORDER' }],
])('%s is found in an entry of version 2', (_what, change, fault) => {
  expect(chainFault(replaced(change))).toEqual({ at: 2, ...fault });
});

test('an entry of version 2 cannot pass for one of version 1', () => {
  const { v: _, ...rest } = second;
  const old = { ...rest, ip: null, userAgent: null };
  expect(chainFault([first, old])).toEqual({ at: 2, reason: 'ENTRY_HASH' });
});

test('values that were erased, all or some, leave the chain whole', () => {
  const { ip } = second.personal;
  expect(chainFault(trail)).toBeUndefined();
  expect(chainFault([{ ...first, personal: {} }, second])).toBeUndefined();
  expect(chainFault(replaced({ personal: { ip: ip! } }))).toBeUndefined();
});

test('a trail that began in version 1 goes on in version 2, and every change is found', () => {
  const mixed = auditTrail(6, 3).map(({ entry }) => entry);
  expect(mixed.map(({ v }) => v)).toEqual([undefined, undefined, undefined, 2, 2, 2]);
  expect(chainFault(mixed)).toBeUndefined();
  fc.assert(
    fc.property(fc.nat(5), (index) => {
      const changed = mixed.map((entry, place) =>
        place === index ? { ...entry, actor: 'account:other' } : entry,
      );
      expect(chainFault(changed)).toEqual({ at: index + 1, reason: 'ENTRY_HASH' });
    }),
  );
});
