import { expect, test } from 'vitest';
import type { AuditEntryV1, AuditEntryV2 } from '../../../../src/contract/audit-chain.ts';
import { chainFault, hashSalted } from '../../../../src/contract/audit-chain.ts';
import type { AuditFact } from '../../../../src/service/core/evidence/audit.rules.ts';
import { chainAudit, SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import type { AuditType } from '../../../../src/service/core/evidence/audit-fields.rules.ts';
import {
  readEntry,
  splitPersonal,
} from '../../../../src/service/core/evidence/audit-personal.rules.ts';

const NOBODY = { ip: null, userAgent: null };

test.each<[string, AuditType, object, object, object]>([
  ['an e-mail', 'email.queued', { signerId: 's', email: 'e' }, { signerId: 's' }, { email: 'e' }],
  [
    'a nested value',
    'consent.given',
    { text: { version: 1, language: 'hi', sha256: 'ab' } },
    { text: { version: 1, language: 'hi' } },
    { 'text.sha256': 'ab' },
  ],
  ['null, which tells nothing', 'signer.declined', { reason: null }, { reason: null }, {}],
  ['a field that is not in the table', 'link.opened', { phone: '98' }, {}, { phone: '98' }],
  ['a field named as a method', 'link.opened', { toString: 1 }, {}, { toString: 1 }],
  ['text where the table has fields', 'consent.given', { text: 'me' }, {}, { text: 'me' }],
  ['what is undefined', 'link.opened', { phone: undefined }, {}, {}],
  [
    'a date',
    'link.resent',
    { linksUntil: new Date(0) },
    { linksUntil: '1970-01-01T00:00:00.000Z' },
    {},
  ],
])('%s is taken out, or stays', (_what, type, data, open, personal) => {
  const split = splitPersonal(type, { ...NOBODY, data: { ...data } });
  const places = Object.entries(personal).map(([name, value]) => [`data.${name}`, value]);
  expect(split).toEqual({ data: open, personal: Object.fromEntries(places) });
});

test('address and browser are personal, and left out where there are none', () => {
  const from = { ip: '192.0.2.7', userAgent: 'Browser/1.0' };
  expect(splitPersonal('link.opened', { ...from, data: {} }).personal).toEqual(from);
  expect(splitPersonal('link.opened', { ...NOBODY, data: {} }).personal).toEqual({});
});

const FACT: AuditFact = {
  type: 'signature.embedded',
  at: new Date(0),
  origin: { ...SYSTEM, ip: '192.0.2.7' },
  data: {
    signerId: 's1',
    commonName: 'Asha Rao',
    invited: { name: 'Asha R', fit: 'partial', rules: 1 },
  },
};

function newSalt(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `salt ${count}`;
  };
}

function anEntry(): AuditEntryV2 {
  const [entry] = chainAudit(undefined, [FACT], newSalt());
  return entry!;
}

test('an entry reads as it was written', () => {
  const { data, ip, userAgent, erased } = readEntry(anEntry());
  expect({ data, ip, userAgent, erased }).toEqual({
    data: FACT.data,
    ip: '192.0.2.7',
    userAgent: null,
    erased: [],
  });
});

test('no personal value stands in what is hashed, and none without its hash', () => {
  const { personal, ...covered } = anEntry();
  expect(JSON.stringify(covered)).not.toMatch(/Asha|192\.0/);
  expect(Object.keys(personal)).toEqual(['ip', 'data.commonName', 'data.invited.name']);
  for (const [path, salted] of Object.entries(personal))
    expect(covered.hashes[path]).toBe(hashSalted(salted));
});

test('every value of every entry gets a salt of its own', () => {
  const salts = chainAudit(undefined, [FACT, FACT], newSalt()).flatMap(({ personal }) =>
    Object.values(personal).map(({ salt }) => salt),
  );
  expect(salts).toEqual(['salt 1', 'salt 2', 'salt 3', 'salt 4', 'salt 5', 'salt 6']);
});

test('a value that was erased reads as erased, with its hash, and the chain holds', () => {
  const entry = anEntry();
  const { ip, 'data.commonName': _, ...left } = entry.personal;
  const erased = { ...entry, personal: left };
  expect(chainFault([erased])).toBeUndefined();
  const words = (path: string) => `erased (hash ${entry.hashes[path]?.slice(0, 16)}…)`;
  expect(readEntry(erased)).toMatchObject({
    ip: words('ip'),
    userAgent: null,
    data: { commonName: words('data.commonName'), invited: { name: 'Asha R', fit: 'partial' } },
    erased: ['ip', 'data.commonName'],
  });
  expect(readEntry({ ...entry, personal: {} }).data).toMatchObject({
    signerId: 's1',
    invited: { name: words('data.invited.name'), fit: 'partial', rules: 1 },
  });
});

test('an entry of version 1 reads as it stands', () => {
  const entry: AuditEntryV1 = {
    ...{ seq: 1, at: '', type: 'link.opened', actor: 'system', requestId: null },
    ...{ ip: '192.0.2.7', userAgent: null, data: { email: 'e' }, previousHash: '', hash: '' },
  };
  expect(readEntry(entry)).toEqual({ ...entry, erased: [] });
});
