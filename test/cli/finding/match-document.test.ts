import { expect, test } from 'vitest';
import { wantedOf } from '../../../src/cli/finding/find-flags.ts';
import { knownOf } from '../../../src/cli/finding/known-document.ts';
import type { MatchVerdict } from '../../../src/cli/finding/match-document.ts';
import { folded, judge } from '../../../src/cli/finding/match-document.ts';
import type { Document, DocumentStatus } from '../../../src/client/index.ts';
import { aDocument, aSigner } from '../../support/client/a-client.ts';

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const asha = aSigner(1, { hasSigned: true });
const ravi = aSigner(2, { name: 'Ravi Kumar', email: 'Ravi.Kumar@Example.in' });
const meera = aSigner(3, { name: 'मीरा नायर', email: null });

/** A rent agreement that Asha has signed, and Ravi not yet. */
const RENT = knownOf({
  ...aDocument({ name: 'Rent agreement José', status: 'SENT', signers: [meera, ravi, asha] }),
} as Document);

test.each([
  ['asha', [['signer', 'Asha Rao']]],
  ['ASHA  rao', [['signer', 'Asha Rao']]],
  ['rao asha', [['signer', 'Asha Rao']]],
  ['rent', [['name', RENT.row.name]]],
  [
    'rent asha',
    [
      ['name', RENT.row.name],
      ['signer', 'Asha Rao'],
    ],
  ],
  ['jose', [['name', RENT.row.name]]],
  ['ＪＯＳÉ', [['name', RENT.row.name]]],
  ['मीरा', [['signer', 'मीरा नायर']]],
  ['ravi.kumar@', [['email', 'Ravi.Kumar@Example.in']]],
  ['5f0c', [['id', ID]]],
  ['5F0C1D5E', [['id', ID]]],
  [
    'asha ravi',
    [
      ['signer', 'Asha Rao'],
      ['signer', 'Ravi Kumar'],
    ],
  ],
])('the text "%s" matches %j', (text, matched) => {
  const verdict = judge(RENT, wantedOf({}, text));
  expect(verdict).toEqual(matched.map(([field, value]) => ({ field, value })));
});

test.each([
  ['a word that is nowhere', 'asha lease'],
  ['the middle of an id', '0f64'],
  ['a beginning of an id that is too short', '5f0'],
  ['another vowel of an Indic name', 'मारा'],
])('%s does not match', (_, text) => {
  expect(judge(RENT, wantedOf({}, text))).toBe('no');
});

test.each([
  ['Person 2', 'person 2', true],
  ['Person 12', 'person 2', false],
  ['Flat 2B, 4th floor', '2', false],
  ['Flat 2, Pune', '2', true],
  ['Order 20261127', '027', false],
  ['Order 20261127', '1127', true],
])('in "%s" the number of "%s" is looked up as a word: %s', (name, text, isFound) => {
  const row = { ...RENT.row, name };
  const signers = [{ name: 'P', email: 'p2@example.in', order: 1, hasSigned: false }];
  expect(judge({ row, signers }, wantedOf({}, text)) !== 'no').toBe(isFound);
});

const at = (text: string) => new Date(text);

test.each([
  [{ signer: 'asha' }, true],
  [{ signer: 'EXAMPLE.in' }, true],
  [{ signer: 'asha asha@example.in' }, true],
  [{ signer: 'asha ravi@' }, false],
  [{ name: 'agreement rent' }, true],
  [{ name: 'asha' }, false],
  [{ 'waiting-on': 'ravi' }, true],
  [{ 'waiting-on': 'ravi.kumar@example.in' }, true],
  [{ 'waiting-on': 'asha' }, false],
  [{ 'waiting-on': 'मीरा' }, false],
  [{ status: 'SENT' as const }, true],
  [{ status: 'COMPLETED' as const }, false],
  [{ since: at('2026-11-20T12:00:00Z') }, true],
  [{ since: at('2026-11-20T12:00:01Z') }, false],
  [{ until: at('2026-11-20T12:00:00Z') }, false],
  [{ until: at('2026-11-20T12:00:01Z') }, true],
])('%o fits: %s', (flags, fits) => {
  expect(judge(RENT, wantedOf(flags)) !== 'no').toBe(fits);
});

interface Sought {
  readonly text?: string;
  readonly flags?: Parameters<typeof wantedOf>[0];
  readonly status?: DocumentStatus;
}

test.each<[string, Sought, MatchVerdict]>([
  ['a name in the list', { text: 'rent' }, [{ field: 'name', value: RENT.row.name }]],
  ['a signer', { text: 'asha' }, 'unknown'],
  ['a signer, by a flag', { flags: { signer: 'asha' } }, 'unknown'],
  ['another status', { text: 'asha', flags: { status: 'PENDING' as const } }, 'no'],
  [
    'nobody, since it is not sent',
    { flags: { 'waiting-on': 'asha' }, status: 'PENDING' as const },
    'no',
  ],
])('without its signers a document is judged by %s', (_, sought, verdict) => {
  const { text, flags, status }: Sought = sought;
  const row = { ...RENT.row, status: status ?? 'SENT' };
  expect(judge({ row }, wantedOf(flags ?? {}, text))).toEqual(verdict);
});

test('an empty text is refused', () => {
  expect(() => wantedOf({}, '  ')).toThrow('TEXT is empty');
  expect(() => wantedOf({ signer: '' })).toThrow('--signer is empty');
});

test('folding keeps the vowels of Indic scripts, and drops joiners', () => {
  expect(folded('क्\u200dष')).toBe(folded('क्ष'));
  expect(folded('कि')).not.toBe(folded('क'));
});
