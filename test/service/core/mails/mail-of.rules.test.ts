import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/service/core/accounts/account.rules.ts';
import type { MailFacts } from '../../../../src/service/core/mails/mail-of.rules.ts';
import { mailOf } from '../../../../src/service/core/mails/mail-of.rules.ts';
import { NAMES } from '../../../support/service/gateway-names.ts';

const NOW = new Date('2026-11-21T09:30:00Z');
const ASHA = { name: 'Asha Rao', signedAt: null, isYou: true };
const RAVI = { name: 'Ravi Kumar', signedAt: null, isYou: false };
const SIGNED = { ...RAVI, signedAt: new Date('2026-11-20T19:00:00Z') };
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
const KINDS_ASKING = ['signing-link', 'your-turn', 'reminder'] as const;

test.each(KINDS)(
  'the %s mail names sender, document and signers, and where its button leads',
  (kind) => {
    const mail = mailOf({ ...FACTS, kind });
    expect(mail).toMatchObject({
      ...{ kind, to: 'asha@example.in', toName: 'Asha Rao', at: NOW.toISOString() },
      from: 'Northwind Homes via esign',
      subject: expect.stringMatching(/^Northwind Homes: .*\(Lease agreement\)$/),
    });
    const words = ['Northwind Homes', 'Lease agreement', 'Asha Rao', 'Ravi Kumar', FACTS.signUrl];
    for (const part of [mail.text, mail.html])
      expect(words.filter((word) => !part.includes(word))).toEqual([]);
    expect(mail.text).not.toMatch(/click|क्लिक/i);
    expect(mail.html.match(/class="button" bgcolor="#/g)).toHaveLength(2);
    const cells = [...mail.html.matchAll(/<\/a><\/td>\n<td[^>]*>([^<]*)<\/td>/g)];
    expect(cells.map(([, beside]) => beside)).toEqual([
      'Opens esign.example.in',
      'esign.example.in पर खुलेगा',
    ]);
  },
);

test.each(KINDS_ASKING)(
  'the %s mail explains the next steps, and that nothing is signed until the code',
  (kind) => {
    const words = [
      'at esign.example.in',
      'Nothing is signed until you enter that OTP.',
      'First CA asks for your Aadhaar number',
      'पहला CA आपकी आधार संख्या पूछता है',
      'If you did not expect this email, do nothing',
      'तब तक हस्ताक्षर नहीं होते।',
      'इस ईमेल की उम्मीद नहीं थी, तो कुछ न करें',
    ];
    for (const turnSince of [NOW, null]) {
      const { text, html } = mailOf({ ...FACTS, kind, turnSince });
      expect(words.filter((word) => !text.includes(word) || !html.includes(word))).toEqual([]);
    }
  },
);

test.each(KINDS)('in the %s mail, markup in names stays text', (kind) => {
  const evil = `<img src=x onerror='a("b")'>&amp;`;
  const signers = [ASHA, RAVI].map((one) => ({ ...one, name: evil }));
  const sender = { ...SENDER, name: evil };
  const { html } = mailOf({ ...FACTS, kind, signers, documentName: evil, sender });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;&amp;amp;');
});

test('a link cannot leave its attribute', () => {
  const { html } = mailOf({ ...FACTS, signUrl: 'https://esign.example.com/"onclick="x' });
  expect(html).not.toContain('"onclick=');
});

test('names fit on one line of limited length', () => {
  const name = `Lease\r\nBcc: ravi@example.com\u2028\u202Efdp.exe${'x'.repeat(500)}`;
  const signers = [{ ...ASHA, name }];
  const mail = mailOf({ ...FACTS, documentName: name, sender: { ...SENDER, name }, signers });
  for (const line of [mail.subject, mail.from, mail.toName])
    expect(line).toMatch(/^[^\p{Cc}\u2028\u202e]{1,179}$/u);
  expect(mail.subject).toMatch(/….*…\)$/);
});

test('names keep their own script', () => {
  const signers = [{ ...ASHA, name: 'अनिता शर्मा' }];
  const mail = mailOf({ ...FACTS, documentName: 'किराया अनुबंध 📄', signers });
  expect(mail.subject).toContain('किराया अनुबंध 📄');
  expect(mail.toName).toBe('अनिता शर्मा');
  expect(mail.html).toContain('अनिता शर्मा');
});

test.each(KINDS)(
  'the %s mail loads nothing, and leads to its page in the language around the link',
  (kind) => {
    const { text, html } = mailOf({ ...FACTS, kind });
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/);
    for (const part of [text, html]) {
      const hindi = part.lastIndexOf('नमस्ते Asha Rao,');
      const links = [...part.matchAll(/https?:\/\/[^"<\s]+/g)];
      expect(links.length).toBeGreaterThan(1);
      for (const { 0: url, index } of links)
        expect(url).toBe(index < hindi ? FACTS.signUrl : `${FACTS.signUrl}?lang=hi`);
    }
  },
);

test('a mail is at most 600 pixels wide and supports dark mode', () => {
  const { html } = mailOf(FACTS);
  expect(html).toContain('max-width:600px');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
});

test('the only signer, and one whose turn it is, are told so', () => {
  expect(mailOf({ ...FACTS, signers: [ASHA] }).text).toContain('You are the only signer.');
  expect(mailOf(FACTS).text).toContain('It is your turn now.');
});

test('one whose turn comes later is told who comes first, and that there is nothing to do', () => {
  const signers = [{ ...RAVI, name: 'Meera Iyer' }, RAVI, ASHA];
  const { subject, text } = mailOf({ ...FACTS, signers, turnSince: null });
  expect(subject).toContain(': You will be asked to sign / हस्ताक्षर माँगे जाएँगे (');
  expect(text).toContain(
    'first Meera Iyer and Ravi Kumar, then you. You do not need to do anything yet',
  );
  expect(text).toContain('पहले Meera Iyer और Ravi Kumar, फिर आप।');
  expect(text).toContain('See whose turn it is:\n');
});

test('one whose turn has come is told who signed before', () => {
  const { text } = mailOf({ ...FACTS, kind: 'your-turn', signers: [SIGNED, ASHA] });
  expect(text).toContain('Ravi Kumar has signed. It is now your turn');
  expect(text).toContain('1. Ravi Kumar (signed on 21 November 2026)');
  expect(text).toContain('1. Ravi Kumar (21 नवंबर 2026 को हस्ताक्षर हुए)');
});

test.each([
  ['the only signer', [ASHA], 'since 21 November 2026.\n', '21 नवंबर 2026 से आपकी बारी है।\n'],
  ['the last one', [SIGNED, ASHA], 'Only your signature is missing.', 'केवल आपके हस्ताक्षर बाक़ी'],
  ['one before another', [ASHA, RAVI], 'One more signer is waiting', 'एक और व्यक्ति को'],
  ['one before two', [ASHA, RAVI, RAVI], '2 more signers are waiting', '2 और लोगों को'],
])(
  'a reminder to %s says since when it is their turn, and who is waiting',
  (_, signers, english, hindi) => {
    const { text } = mailOf({ ...FACTS, kind: 'reminder', signers });
    expect(text).toContain(english);
    expect(text).toContain(hindi);
    expect(text).toContain('If you do not want to sign, you can decline on the page');
  },
);

test('the mail of a completed document leads to the signed PDF', () => {
  const { subject, text } = mailOf({ ...FACTS, kind: 'completed', signers: [SIGNED, ASHA] });
  expect(subject).toContain(': Signed by everyone / सबके हस्ताक्षर हो गए (');
  expect(text).toContain(`Get the signed PDF:\n${FACTS.signUrl}`);
  expect(text).toContain('where you can download the signed PDF');
  expect(text).not.toContain('OTP');
  expect(text).toContain('Who signed\n1. Ravi Kumar (signed on');
  expect(mailOf({ ...FACTS, kind: 'completed', signers: [ASHA] }).subject).toContain(': Signed / ');
});

test('a mail from a test service says so, in its sender and in both languages', () => {
  const { from, text, html } = mailOf({ ...FACTS, isTest: true });
  expect(from).toBe('Northwind Homes via esign (TEST)');
  for (const part of [text, html]) {
    expect(part).toContain('TEST: signatures made here');
    expect(part).toContain('परीक्षण (TEST)');
  }
  expect(mailOf(FACTS).html).not.toContain('TEST');
});

test('a withdrawn document is told with its reason, and without a link', () => {
  const { subject, text, html } = mailOf({ ...FACTS, kind: 'withdrawn', reason: 'Sent twice' });
  expect(subject).toContain(': Withdrawn / वापस लिया गया (');
  for (const part of [text, html]) {
    expect(part).toContain('Northwind Homes withdrew “Lease agreement”.');
    expect(part).toContain('Reason: Sent twice');
    expect(part).toContain('कारण: Sent twice');
    expect(part).not.toMatch(/https?:|OTP|forward/);
  }
});

test('a mail that asks carries the message, the reply address and the pages of the sender', () => {
  const sender = {
    ...SENDER,
    message: 'Call us <first>.',
    replyTo: 'office@example.in',
    helpUrl: 'https://example.in/help?a=1&b=2',
    termsUrl: 'https://example.in/terms',
  };
  const { text, html, replyTo } = mailOf({ ...FACTS, sender });
  expect(replyTo).toBe('office@example.in');
  expect(text).toContain('Message from Northwind Homes: Call us <first>.');
  expect(text).toContain('Northwind Homes का संदेश: Call us <first>.');
  expect(html).toContain('Call us &lt;first&gt;.');
  expect(text).toContain('Replies go to office@example.in.');
  expect(text).not.toMatch(/do not reply|not read/);
  expect(text).toContain('Help: https://example.in/help?a=1&b=2\n');
  expect(html).toContain('href="https://example.in/help?a=1&amp;b=2"');
  expect(text).toContain('शर्तें: https://example.in/terms');
  expect(text).not.toMatch(/Privacy|निजता/);
  expect(mailOf({ ...FACTS, sender, kind: 'completed' }).text).not.toContain('Call us');
});

test.each(KINDS)('the %s mail says until when its link works, if it has an end', (kind) => {
  const linkUntil = new Date('2026-12-21T09:30:00Z');
  const { text } = mailOf({ ...FACTS, kind, linkUntil });
  expect(text).toContain('works until 21 December 2026.');
  expect(text).toContain('21 दिसंबर 2026 तक काम करेगा');
  expect(mailOf({ ...FACTS, kind }).text).not.toContain('works until');
});

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
