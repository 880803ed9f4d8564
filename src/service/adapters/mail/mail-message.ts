import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../core/mails/mail-notice.rules.ts';

type OutgoingMail = Mail & { readonly id: string };

/** Builds a message (RFC 5322). All attempts share a Message-ID. Bounces go to `envelopeFrom`. */
export function messageOf(
  mail: OutgoingMail,
  fromAddress: string,
  envelopeFrom = fromAddress,
): SendMailOptions {
  const { id, from, to, toName, replyTo, at, subject, text, html } = mail;
  const { attachments = [] } = mail;
  return {
    messageId: `<${id}@${fromAddress.split('@').at(-1)}>`,
    date: new Date(at),
    from: { name: from, address: fromAddress },
    to: { name: toName, address: to },
    // As an object, so that it's read as one address.
    envelope: { from: envelopeFrom, to: { name: '', address: to } },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    attachments: attachments.map(({ fileName, contentType, content, contentId }) => ({
      filename: fileName,
      contentType,
      content,
      ...(contentId && { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    // Suppresses out-of-office replies: RFC 3834, and Exchange's own header.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The mail's source, as a server receives it. */
export async function writeMessage(mail: OutgoingMail, fromAddress: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail(messageOf(mail, fromAddress));
  return Buffer.isBuffer(message) ? message : Buffer.alloc(0);
}
