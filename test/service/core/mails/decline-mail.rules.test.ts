import { expect, test } from 'vitest';
import { declineMail } from '../../../../src/service/core/mails/decline-mail.rules.ts';

const NOW = new Date('2026-11-21T09:30:00Z');
const FACTS = {
  to: 'office@example.test',
  account: { name: 'Northwind Homes', language: 'en' as const },
  document: { documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11', name: 'Lease agreement' },
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
