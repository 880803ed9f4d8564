import { expect, test } from 'vitest';
import { turnSince } from '../../../../src/service/core/mails/mail-notice.rules.ts';
import { declineMail, newLinkMail } from '../../../../src/service/core/mails/sender-mail.rules.ts';
import { aSigner } from '../../ports/store-builders.ts';

const NOW = new Date('2026-11-21T09:30:00Z');
const FACTS = {
  to: 'office@example.test',
  account: { name: 'Northwind Homes', language: 'en' as const },
  document: {
    documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
    name: 'Lease agreement',
    linksUntil: new Date('2026-12-21T09:30:00Z'),
  },
  signer: { name: 'Asha Rao', declinedAt: NOW, declineReason: 'The rent is wrong' },
  isTest: false,
  now: NOW,
};

test('the mail of a declined document names it, its signer, the day and the reason, in both languages', () => {
  const { subject, text, html, to, from } = declineMail(FACTS);
  expect(subject).toBe('Asha Rao declined to sign: Lease agreement');
  expect([to, from]).toEqual(['office@example.test', 'esign']);
  for (const part of [text, html]) {
    expect(part).toContain('On 21 November 2026 Asha Rao declined to sign “Lease agreement”.');
    expect(part).toContain('Reason: The rent is wrong');
    expect(part).toContain('कारण: The rent is wrong');
    expect(part).toContain(FACTS.document.documentId);
    expect(part).not.toMatch(/https?:/);
  }
});

test('the mail of a declined document is in the sender’s language first', () => {
  const { subject, text } = declineMail({
    ...FACTS,
    account: { ...FACTS.account, language: 'hi' },
  });
  expect(subject).toBe('Asha Rao ने हस्ताक्षर करने से मना किया: Lease agreement');
  expect(text).toMatch(/^Asha Rao ने हस्ताक्षर करने से मना किया\n\nIn English: see below\.\n/);
});

test('a signer who gave no reason is said to have given none', () => {
  const signer = { ...FACTS.signer, declineReason: null };
  const { text } = declineMail({ ...FACTS, signer });
  expect(text).toContain('They gave no reason.');
  expect(text).toContain('कोई कारण नहीं बताया');
});

test('markup in names and reason stays text', () => {
  const evil = '<img src=x>';
  const signer = { name: evil, declinedAt: NOW, declineReason: evil };
  const { html } = declineMail({ ...FACTS, signer, document: { ...FACTS.document, name: evil } });
  expect(html).not.toContain('<img');
});

test('the sender is told whose link was asked for, until when it works, and how to stop it', () => {
  const { subject, text, html } = newLinkMail(FACTS);
  expect(subject).toBe('Asha Rao asked for a new signing link: Lease agreement');
  for (const part of [text, html]) {
    expect(part).toContain('expired signing link of Asha Rao for “Lease agreement”');
    expect(part).toContain('work until 21 December 2026.');
    expect(part).toContain('21 दिसंबर 2026 तक काम करेंगे');
    expect(part).toContain('“When a signing link has expired”');
    expect(part).toContain(FACTS.document.documentId);
    expect(part).not.toMatch(/https?:|example/);
  }
});

test('an account that chose Hindi reads of a new link in Hindi first', () => {
  const { subject, text } = newLinkMail({
    ...FACTS,
    account: { ...FACTS.account, language: 'hi' },
  });
  expect(subject).toMatch(/^Asha Rao के लिए हस्ताक्षर वाला नया लिंक माँगा गया: /);
  expect(text.indexOf('नमस्ते Northwind Homes,')).toBeLessThan(text.indexOf('Hello Northwind'));
});

test('the turn of the first signer came with the sending, that of others with the signature before', () => {
  const [sentAt, signedAt] = [new Date(1), new Date(2)];
  const document = { sentAt, signers: [aSigner(1, { signedAt }), aSigner(2), aSigner(3)] };
  expect([1, 2, 3].map((order) => turnSince(document, order))).toEqual([sentAt, signedAt, null]);
});
