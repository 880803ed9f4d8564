import { expect, test } from 'vitest';
import { completedMail, signingLinkMail } from '../../../src/service/domain/mails.ts';

const ABOUT = {
  to: 'asha@example.in',
  signerName: 'Asha Rao',
  documentName: 'Lease agreement',
  senderName: 'Ravi Kumar Estates',
  signUrl: 'https://esign.example.com/sign/c2duXzE.Zm9v',
  signingOrder: 1,
  signerCount: 2,
};
const MAILS = [
  ['signing-link', signingLinkMail],
  ['completed', completedMail],
] as const;

test.each(MAILS)('the %s mail names signer and document, and brings the link', (kind, make) => {
  const mail = make(ABOUT);
  expect(mail).toMatchObject({ kind, to: 'asha@example.in' });
  expect(mail.subject).toContain('Lease agreement');
  for (const part of [mail.text, mail.html]) {
    for (const word of ['Asha Rao', 'Lease agreement', ABOUT.signUrl]) {
      expect(part).toContain(word);
    }
  }
});

test.each(MAILS)('the %s mail keeps names in their own script', (_, make) => {
  const mail = make({ ...ABOUT, signerName: 'अनिता शर्मा', documentName: 'किराया अनुबंध 📄' });
  expect(mail.subject).toContain('किराया अनुबंध 📄');
  expect(mail.text).toContain('अनिता शर्मा');
  expect(mail.html).toContain('अनिता शर्मा');
});

test.each(MAILS)('in the %s mail markup in names stays text', (_, make) => {
  const evil = `<img src=x onerror='a("b")'>&amp;`;
  const { html } = make({ ...ABOUT, signerName: evil, documentName: evil, senderName: evil });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;&amp;amp;');
});

test.each(MAILS)('in the %s mail a link cannot leave its attribute', (_, make) => {
  const { html } = make({ ...ABOUT, signUrl: 'https://esign.example.com/"onclick="x' });
  expect(html).not.toContain('"onclick=');
});

test.each(MAILS)(
  'the %s mail has a subject of one line whatever the document is called',
  (_, make) => {
    const documentName = `Lease\r\nBcc: ravi@example.com\u2028\u202Efdp.exe${'x'.repeat(500)}`;
    const { subject } = make({ ...ABOUT, documentName });
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(subject.length).toBeLessThan(160);
    expect(subject).toMatch(/…$/);
  },
);

test.each(MAILS)('the %s mail loads nothing and reaches nobody but the link', (_, make) => {
  const { html } = make(ABOUT);
  expect(html).not.toMatch(/<img|<script|<link|url\(|src=/);
  const urls = html.match(/https?:\/\/[^"<\s]+/g) ?? [];
  expect(new Set(urls)).toEqual(new Set([ABOUT.signUrl]));
});

test.each([
  [1, 1, 'You are the only signer.'],
  [1, 3, 'You are signer 1 of 3. You can sign now.'],
  [3, 3, 'You are signer 3 of 3. Signing is in order'],
])('signer %i of %i is told their place', (signingOrder, signerCount, words) => {
  expect(signingLinkMail({ ...ABOUT, signingOrder, signerCount }).text).toContain(words);
});

test('a mail that asks for a signature says who asks', () => {
  const { text, html } = signingLinkMail(ABOUT);
  expect(text).toContain('Ravi Kumar Estates asks you to sign “Lease agreement”.');
  expect(html).toContain('Ravi Kumar Estates asks you to sign');
});
