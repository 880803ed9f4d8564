import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditEntry, AuditEntryV1 } from '../../src/contract/audit-chain.ts';
import { chainFault, GENESIS_HASH, hashAuditEntry } from '../../src/contract/audit-chain.ts';

type Line = Omit<AuditEntryV1, 'v' | 'seq' | 'previousHash' | 'hash'>;

const brokenAt = (entries: readonly AuditEntry[]) => chainFault(entries)?.at;

const text = fc.string({ unit: 'grapheme' });
const line: fc.Arbitrary<Line> = fc.record({
  at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  type: text,
  actor: text,
  ip: fc.option(fc.ipV4()),
  userAgent: fc.option(text),
  requestId: fc.option(fc.uuid()),
  data: fc.dictionary(text, fc.jsonValue(), { maxKeys: 4 }),
});
const lines = fc.array(line, { minLength: 1, maxLength: 4 });

function chain(content: readonly Line[]): AuditEntryV1[] {
  const entries: AuditEntryV1[] = [];
  for (const [index, item] of content.entries()) {
    const previousHash = entries.at(-1)?.hash ?? GENESIS_HASH;
    const entry = { ...item, seq: index + 1, previousHash };
    entries.push({ ...entry, hash: hashAuditEntry(entry) });
  }
  return entries;
}

const CREATED: Line = {
  at: '2026-11-20T12:04:31.512Z',
  type: 'document.created',
  actor: 'account',
  ip: '192.0.2.7',
  userAgent: null,
  requestId: 'req-1',
  data: { name: 'Lease agreement', pages: 2, hashes: ['b', 'a'], size: { bytes: 10, at: null } },
};

test('an unchanged chain has no break', () => {
  fc.assert(
    fc.property(lines, (content) => {
      expect(brokenAt(chain(content))).toBeUndefined();
    }),
  );
});

test('no entries are an unbroken chain', () => {
  expect(brokenAt([])).toBeUndefined();
});

test('the hash is the SHA-256 of the entry as JSON with sorted keys', () => {
  const json =
    '{"actor":"account","at":"2026-11-20T12:04:31.512Z","data":{"hashes":["b","a"],"name":"Lease agreement",' +
    '"pages":2,"size":{"at":null,"bytes":10}},"ip":"192.0.2.7",' +
    `"previousHash":"${'0'.repeat(64)}","requestId":"req-1","seq":1,"type":"document.created","userAgent":null}`;
  const [entry] = chain([CREATED]);
  expect(entry?.hash).toBe(createHash('sha256').update(json).digest('hex'));
});

const changes: Readonly<
  Record<Exclude<keyof AuditEntryV1, 'v'>, (entry: AuditEntryV1) => Partial<AuditEntryV1>>
> = {
  seq: ({ seq }) => ({ seq: seq + 1 }),
  at: ({ at }) => ({ at: `${at} ` }),
  type: ({ type }) => ({ type: `${type}x` }),
  actor: ({ actor }) => ({ actor: `${actor}x` }),
  ip: ({ ip }) => ({ ip: ip === null ? '' : null }),
  userAgent: ({ userAgent }) => ({ userAgent: userAgent === null ? '' : null }),
  requestId: ({ requestId }) => ({ requestId: requestId === null ? '' : null }),
  data: ({ data }) => ({ data: { ...data, added: Object.keys(data).length } }),
  previousHash: ({ previousHash }) => ({ previousHash: previousHash.replace(/^./, 'x') }),
  hash: ({ hash }) => ({ hash: hash.replace(/^./, 'x') }),
};

test.each(Object.entries(changes))('a changed %s of any entry is found there', (_, change) => {
  fc.assert(
    fc.property(lines, fc.nat(), (content, at) => {
      const index = at % content.length;
      const entries = chain(content).map((entry, place) =>
        place === index ? { ...entry, ...change(entry) } : entry,
      );
      expect(brokenAt(entries)).toBe(index + 1);
    }),
  );
});

test.each(
  Object.entries(changes).filter(([field]) => !['seq', 'previousHash', 'hash'].includes(field)),
)('a changed %s with its own hash made anew is found at the next entry', (_, change) => {
  const [first, ...others] = chain([CREATED, CREATED, CREATED]);
  const changed = { ...first!, ...change(first!) };
  const forged = { ...changed, hash: hashAuditEntry(changed) };
  expect(brokenAt([forged, ...others])).toBe(2);
});

test('an entry that was removed is found', () => {
  const entries = chain([CREATED, CREATED, CREATED]);
  expect(brokenAt(entries.slice(1))).toBe(1);
  expect(brokenAt(entries.filter(({ seq }) => seq !== 2))).toBe(2);
});

test('entries that changed places are found', () => {
  const [first, second, third] = chain([CREATED, { ...CREATED, actor: 'system' }, CREATED]);
  expect(brokenAt([first!, third!, second!])).toBe(2);
});

test('an entry of another chain is found', () => {
  const [first] = chain([CREATED, CREATED]);
  const [, foreign] = chain([{ ...CREATED, actor: 'system' }, CREATED]);
  expect(brokenAt([first!, foreign!])).toBe(2);
});

test('the order of keys does not change a hash, that of a list does', () => {
  const [entry] = chain([{ ...CREATED, data: { a: [1, 2], b: { c: 1, d: 2 } } }]);
  const { hash, ...rest } = entry!;
  expect(hashAuditEntry({ ...rest, data: { b: { d: 2, c: 1 }, a: [1, 2] } })).toBe(hash);
  expect(hashAuditEntry({ ...rest, data: { b: { d: 2, c: 1 }, a: [2, 1] } })).not.toBe(hash);
});

test('an entry has the same hash once it was stored as JSON', () => {
  const at = new Date(0);
  const [entry] = chain([{ ...CREATED, data: { at, none: undefined, list: [undefined], n: -0 } }]);
  expect(brokenAt([JSON.parse(JSON.stringify(entry))])).toBeUndefined();
});
