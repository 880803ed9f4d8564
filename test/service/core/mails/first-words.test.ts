import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/service/core/accounts/account.rules.ts';
import type { MailFacts } from '../../../../src/service/core/mails/mail-of.rules.ts';
import { mailOf } from '../../../../src/service/core/mails/mail-of.rules.ts';
import { NAMES } from '../../../support/service/gateway-names.ts';

const NOW = new Date('2026-11-21T09:30:00Z');
const ASHA = { name: 'Asha Rao', signedAt: null, isYou: true };
const RAVI = { name: 'Ravi Kumar', signedAt: null, isYou: false };
const SENDER = { ...DEFAULT_SETTINGS, name: 'Northwind Homes' };
const FACTS: MailFacts = {
  kind: 'signing-link',
  to: 'asha@example.in',
  sender: SENDER,
  documentName: 'Lease agreement',
  gateway: NAMES,
  signUrl: 'https://esign.example.in/sign/c2duXzE.Zm9v',
  signers: [ASHA, RAVI],
  turnSince: NOW,
  linkUntil: null,
  reason: null,
  isTest: false,
  now: NOW,
};
const KINDS = ['signing-link', 'your-turn', 'reminder', 'completed'] as const;

test.each([
  ['en', 'Hello Asha Rao,', 'हिन्दी में: नीचे पढ़ें।', 'नमस्ते Asha Rao,'],
  ['hi', 'नमस्ते Asha Rao,', 'In English: see below.', 'Hello Asha Rao,'],
] as const)('every mail begins in the account’s language, the other is below: %s', (...words) => {
  const [language, hello, below, later] = words;
  for (const kind of KINDS) {
    const { subject, text, html } = mailOf({ ...FACTS, kind, sender: { ...SENDER, language } });
    const [first = '', second = ''] = subject.replace(/^.*?: | \(.*/g, '').split(' / ');
    expect(/\p{Script=Devanagari}/u.test(first)).toBe(language === 'hi');
    expect(/\p{Script=Devanagari}/u.test(second)).toBe(language !== 'hi');
    expect(text.split('\n\n').slice(1, 3)).toEqual([below, hello]);
    expect(text.indexOf(hello)).toBeLessThan(text.indexOf(later));
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}"`));
    expect(html.indexOf(hello)).toBeLessThan(html.indexOf(later));
  }
});

test.each(KINDS)('the %s mail has one preheader, in its first language', (kind) => {
  const { html } = mailOf({ ...FACTS, kind });
  const hidden = [...html.matchAll(/<div style="display:none[^>]*>([^&]*)/g)];
  const [, preheader] = hidden[0] ?? [];
  expect(hidden).toHaveLength(1);
  const until = 'Nothing is signed until you enter a one-time password (OTP).';
  if (kind === 'completed') expect(preheader).toContain('There is nothing left for you to do.');
  else expect(preheader).toBe(until);
});

test.each(KINDS)('beside the button, the %s mail says where it leads', (kind) => {
  const { html } = mailOf({ ...FACTS, kind });
  const cells = [...html.matchAll(/<\/a><\/td>\n<td[^>]*>([^<]*)<\/td>/g)].map(
    ([, words]) => words,
  );
  expect(cells).toEqual(['Opens esign.example.in', 'esign.example.in पर खुलेगा']);
});
