import { expect, test } from 'vitest';
import type { Mail } from '../../../src/service/core/mails/mail-notice.rules.ts';
import type { Mailer } from '../../../src/service/ports/mailer.ts';
import { readMessage } from '../../support/network/read-message.ts';

/** A mailer, and the source of each mail that it handed over. */
export interface GivenMailer {
  readonly mailer: Mailer;
  readonly sources: () => Promise<readonly string[]>;
}

/** A mail to an invented signer. */
export const aMail = (given: Partial<Mail> = {}): Mail => ({
  kind: 'signing-link',
  from: 'Northwind Homes via esign',
  to: 'anita@example.in',
  toName: 'अनिता शर्मा',
  replyTo: null,
  at: '2026-11-20T12:00:00.000Z',
  subject: 'Please sign / हस्ताक्षर करें: Lease agreement',
  text: 'नमस्ते\n.\nhttps://esign.example.in/sign/c2duXzE.Zm9v\n',
  html: '<p>नमस्ते</p>\n',
  ...given,
});

const ID = '0b9f6f2e-7a41-4c57-9d58-7a6c2f1f0d3c';

export function verifyMailer(given: () => Promise<GivenMailer>): void {
  const sent = async (...mails: readonly Partial<Mail>[]) => {
    const { mailer, sources } = await given();
    for (const mail of mails) await mailer.send({ ...aMail(mail), id: ID });
    return (await sources()).map(readMessage);
  };

  test('a mail arrives as it was written, in both its forms', async () => {
    const [message] = await sent({});
    const { text, html, subject } = aMail();
    expect(message?.parts['text/plain']?.trim()).toBe(text.trim());
    expect(message?.parts['text/html']?.trim()).toBe(html.trim());
    expect(message?.headers).toMatchObject({
      from: 'Northwind Homes via esign <sign@example.in>',
      to: 'अनिता शर्मा <anita@example.in>',
      subject,
      date: 'Fri, 20 Nov 2026 12:00:00 +0000',
      'mime-version': '1.0',
    });
  });

  test('a PDF goes along byte for byte, under its name', async () => {
    const content = Buffer.from('%PDF-TEST é\n');
    const file = { fileName: 'ES-26-27-0000001.pdf', contentType: 'application/pdf', content };
    const { mailer, sources } = await given();
    await mailer.send({ ...aMail({ attachments: [file] }), id: ID });
    const [source = ''] = await sources();
    expect(source).toContain('Content-Type: application/pdf; name=ES-26-27-0000001.pdf');
    expect(source).toContain('Content-Disposition: attachment; filename=ES-26-27-0000001.pdf');
    expect(source).toContain(content.toString('base64'));
  });

  test.each([
    ['office@example.in', 'office@example.in'],
    [null, undefined],
  ])('replies to a mail with the reply address %j go there', async (replyTo, header) => {
    const [message] = await sent({ replyTo });
    expect(message?.headers['reply-to']).toBe(header);
  });

  test('a file goes along, named for the HTML that shows it', async () => {
    const { mailer, sources } = await given();
    const content = Buffer.from([0x89, 0x50, 0, 255]);
    const file = { fileName: 'logo.png', contentType: 'image/png', content };
    const html = '<img src="cid:logo@esign">';
    const attachments = [{ ...file, contentId: 'logo@esign' }];
    await mailer.send({ ...aMail({ html, attachments }), id: ID });
    const [source = ''] = await sources();
    const [, part = ''] = source.split('Content-Type: image/png');
    expect(part).toContain('Content-ID: <logo@esign>');
    expect(part).toMatch(/Content-Disposition: inline; filename=logo.png/);
    expect(part).toContain(content.toString('base64'));
    expect(source).toMatch(/Content-Type: multipart\/related/);
  });

  test('a mail says that nobody wrote it, so that no machine answers it', async () => {
    const [message] = await sent({});
    expect(message?.headers['auto-submitted']).toBe('auto-generated');
  });

  test('a mail handed over again is known by its Message-ID', async () => {
    const messages = await sent({}, { at: '2026-11-20T12:00:30.000Z' });
    const ids = messages.map(({ headers }) => headers['message-id']);
    expect(new Set(ids)).toEqual(new Set([`<${ID}@example.in>`]));
  });

  test.each([
    'Asha "the signer" Rao',
    'Rao, Asha <root@example.com>',
    'Asha\r\nBcc: ravi@example.com\r\n\r\nHello',
    'किराया\nअनुबंध',
    `${'अनिता '.repeat(60)}शर्मा`,
  ])('the name %j adds neither a header nor a recipient', async (name) => {
    const [message] = await sent({ from: name, toName: name, subject: name });
    const usual = (await sent({}))[0]?.headers ?? {};
    expect(Object.keys(message?.headers ?? {})).toEqual(Object.keys(usual));
    expect(message?.headers.to).toMatch(/<anita@example\.in>$/);
    expect(message?.headers.from).toMatch(/<sign@example\.in>$/);
    expect(message?.parts['text/plain']).toContain('/sign/c2duXzE.Zm9v');
  });

  test.each([
    'anita@example.in,ravi@example.com',
    'anita@example.in\r\nBcc: ravi@example.com',
    'anita@example.in>\r\nRCPT TO:<ravi@example.com',
  ])('the address %j is that of one recipient, and adds no header', async (to) => {
    const [message] = await sent({ to });
    const usual = (await sent({}))[0]?.headers ?? {};
    expect(Object.keys(message?.headers ?? {})).toEqual(Object.keys(usual));
    expect(message?.headers.to).toMatch(/^अनिता शर्मा <"[^"]+"@example\.com>$/);
  });
}
