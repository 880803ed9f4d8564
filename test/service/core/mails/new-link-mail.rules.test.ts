import { expect, test } from 'vitest';
import { newLinkMail } from '../../../../src/service/core/mails/new-link-mail.rules.ts';

const NOW = new Date('2026-11-21T09:30:00Z');
const FACTS = {
  to: 'office@example.test',
  account: { name: 'Northwind Homes', language: 'en' as const },
  document: {
    documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
    name: 'Lease agreement',
    linksUntil: new Date('2026-12-21T09:30:00Z'),
  },
  signer: { name: 'Asha Rao' },
  isTest: false,
  now: NOW,
};

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

test('an account that chose Hindi reads it in Hindi first', () => {
  const { subject, text } = newLinkMail({
    ...FACTS,
    account: { ...FACTS.account, language: 'hi' },
  });
  expect(subject).toMatch(/^Asha Rao के लिए हस्ताक्षर वाला नया लिंक माँगा गया: /);
  expect(text.indexOf('नमस्ते Northwind Homes,')).toBeLessThan(text.indexOf('Hello Northwind'));
});
