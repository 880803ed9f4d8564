import { expect, test } from 'vitest';
import { invoiceMail } from '../../../src/service/billing/billing-mail.rules.ts';
import { invoiceOf } from '../../../src/service/billing/invoices/invoice.rules.ts';
import { MEMBER_ROLES } from '../../../src/service/core/permissions.rules.ts';
import { invitationMail } from '../../../src/service/members/member-mail.rules.ts';

const now = new Date('2026-11-21T09:30:00Z');
const HINDI = { name: 'Northwind Homes', language: 'hi' } as const;
const ENGLISH = { name: 'Northwind Homes', language: 'en' } as const;
const facts = { to: 'asha@example.in', url: 'https://esign.example.in/x', isTest: false, now };
const sale = {
  number: 'ES/26-27/0000001',
  issuedAt: now,
  isTest: false,
  supplier: { legalName: 'TEST', address: '1 Lane', state: '29', gstin: null, sac: '998319' },
  profile: undefined,
  accountName: 'Northwind Homes',
  goods: { kind: 'pack', credits: 100 },
  totalPaise: 236_000,
  paymentId: 'pay_1',
} as const;

test.each(MEMBER_ROLES)(
  'an account that chose Hindi invites a member as %s in Hindi, with English below',
  (role) => {
    const { subject, text, html } = invitationMail({ ...facts, role, account: HINDI });
    expect(subject).toBe('अब आप Northwind Homes का डैशबोर्ड इस्तेमाल कर सकते हैं');
    expect(text.indexOf('डैशबोर्ड खोलें')).toBeLessThan(text.indexOf('Open the dashboard'));
    expect(text).toContain('In English: see below.');
    expect(text).not.toContain('नमस्ते');
    expect(html).toContain('<html lang="hi"');
  },
);

test('its invoices come in Hindi, too', () => {
  const { subject, text } = invoiceMail({ ...facts, account: HINDI, content: invoiceOf(sale) });
  expect(subject).toBe('टैक्स इनवॉइस ES/26-27/0000001');
  expect(text).toContain('नमस्ते Northwind Homes,');
  expect(text).toContain('₹2,360.00, टैक्स सहित।');
  expect(text).toContain('₹2,360.00, tax included.');
});

test.each([ENGLISH, { name: 'Northwind Homes' }])('others get English alone', (account) => {
  const mails = [
    invitationMail({ ...facts, role: 'owner', account }),
    invoiceMail({ ...facts, account, content: invoiceOf(sale) }),
  ];
  for (const { subject, text } of mails)
    expect(subject + text).not.toMatch(/\p{Script=Devanagari}/u);
});
