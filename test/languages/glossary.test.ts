import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Html } from '../../src/html/html.ts';
import type { Language } from '../../src/languages/languages.ts';
import { EN as AUTHORITY_EN } from '../../src/sandbox/authority/words/english.ts';
import { HI as AUTHORITY_HI } from '../../src/sandbox/authority/words/hindi.ts';
import { DEFAULT_SETTINGS } from '../../src/service/core/accounts/account.rules.ts';
import type { MailFacts } from '../../src/service/core/mails/mail-of.rules.ts';
import { mailOf } from '../../src/service/core/mails/mail-of.rules.ts';
import { declineMail, newLinkMail } from '../../src/service/core/mails/sender-mail.rules.ts';
import { EN } from '../../src/service/web/pages/words/en.ts';
import { HI } from '../../src/service/web/pages/words/hi.ts';
import { NAMES } from '../support/service/gateway-names.ts';

type Texts = Readonly<Record<Language, string>>;

/** What functions of the tables are called with: a name, and one or more of something. */
const GIVEN = [Object.assign(new Html('N'), NAMES.en), 1, 2, 0];

/** Every text of a table of words, one a line. */
function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  if (words instanceof Html) return [words.text.replace(/<[^>]+>/g, '')];
  if (typeof words === 'function')
    return GIVEN.flatMap((given) => textsIn(Reflect.apply(words, undefined, Array(4).fill(given))));
  if (typeof words !== 'object' || words === null) return [];
  return Object.values(words).flatMap(textsIn);
}

const tables = (en: unknown, hi: unknown): Texts => ({
  en: textsIn(en).join('\n'),
  hi: textsIn(hi).join('\n'),
});

const NOW = new Date('2026-11-21T09:30:00Z');
const SIGNER = { name: 'N', signedAt: null, isYou: false };
const FACTS: MailFacts = {
  kind: 'signing-link',
  to: 'n@example.in',
  sender: { ...DEFAULT_SETTINGS, name: 'N' },
  documentName: 'N',
  gateway: NAMES,
  signUrl: 'https://example.in/',
  signers: [SIGNER, { ...SIGNER, isYou: true }, { ...SIGNER, signedAt: NOW }],
  turnSince: NOW,
  linkUntil: NOW,
  reason: 'N',
  isTest: true,
  now: NOW,
};

function mails(): Texts {
  const kinds = ['signing-link', 'your-turn', 'reminder', 'completed', 'withdrawn'] as const;
  const written = kinds.map((kind) => mailOf({ ...FACTS, kind }));
  const later = mailOf({ ...FACTS, turnSince: null });
  const signer = { name: 'N', declinedAt: NOW, declineReason: null };
  const account = { name: 'N', language: 'en' as const };
  const document = { documentId: 'N', name: 'N', linksUntil: NOW };
  const declined = declineMail({ to: 'N', account, document, signer, isTest: true, now: NOW });
  const asked = newLinkMail({ to: 'N', account, document, signer, isTest: true, now: NOW });
  const parts = [...written, later, declined, asked].map(({ text }) => {
    const [english = '', hindi = ''] = text.split(/\n-{10,}\n/);
    return { en: english.replace(/^हिन्दी में.*$/m, ''), hi: hindi };
  });
  return {
    en: parts.map(({ en }) => en).join('\n'),
    hi: parts.map(({ hi }) => hi).join('\n'),
  };
}

const PLACES: Readonly<Record<string, Texts>> = {
  pages: tables(EN, HI),
  mails: mails(),
  authority: tables(AUTHORITY_EN, AUTHORITY_HI),
};

const glossary = await readFile(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

const listed = (cell = ''): string[] => cell.split(', ').filter((word) => word !== '');

const ROWS = glossary
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) =>
    line
      .slice(2, -2)
      .split('|')
      .map((cell) => cell.trim()),
  )
  .map(([en = '', hi = '', places, notEn, notHi]) => ({
    term: { en, hi },
    places: listed(places),
    not: { en: listed(notEn), hi: listed(notHi) },
  }));

/** A word from its beginning, so that its other forms count; a letter with a dot below is another letter. */
const wordsLike = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}-])${word}(?!\\u093c)[\\p{L}\\p{M}]*`, 'giu');

/** A term of several words may have other words between them. */
const hasTerm = (text: string, term: string): boolean =>
  text
    .split('\n')
    .some((line) => term.split(' ').every((word) => line.search(wordsLike(word)) >= 0));

test('the glossary has a term for each concept in both languages', () => {
  expect(ROWS.length).toBeGreaterThan(15);
  for (const { term, places } of ROWS) {
    expect(term.hi).toMatch(/^OTP$|\p{Script=Devanagari}/u);
    expect(Object.keys(PLACES)).toEqual(expect.arrayContaining(places));
    expect(places).not.toEqual([]);
  }
});

test.each(ROWS)('$term.en / $term.hi is the term everywhere', ({ term, places, not }) => {
  for (const place of places) {
    const texts = PLACES[place] ?? { en: '', hi: '' };
    for (const language of ['en', 'hi'] as const)
      expect([place, hasTerm(texts[language], term[language])]).toEqual([place, true]);
  }
  for (const [place, texts] of Object.entries(PLACES)) {
    for (const language of ['en', 'hi'] as const) {
      const found = not[language].flatMap((word) => texts[language].match(wordsLike(word)) ?? []);
      expect([place, found]).toEqual([place, []]);
    }
  }
});

test('a synonym is found in any form, and only as a word of its own', () => {
  expect('Two signatories'.match(wordsLike('signator'))).toEqual(['signatories']);
  expect('the decoded text'.match(wordsLike('code'))).toBeNull();
  expect('दस्तावेज़ों'.match(wordsLike('दस्तावेज'))).toBeNull();
  expect('दस्तावेज पढ़ें'.match(wordsLike('दस्तावेज'))).toEqual(['दस्तावेज']);
  expect('ईमेल'.match(wordsLike('मेल'))).toBeNull();
});
