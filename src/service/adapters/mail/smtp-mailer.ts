import type { Mailer } from '../../ports/mailer.ts';
import { MailNotTaken } from '../../ports/mailer.ts';
import { messageOf } from './mail-message.ts';
import type { SmtpServer } from './smtp-url.ts';
import { InvalidMailServer, readSmtpUrl } from './smtp-url.ts';

/** What it takes to hand mails to a mail server. */
export interface SmtpOptions {
  /** `smtps://USER:PASSWORD@HOST:PORT` or `smtp://…`. */
  readonly url: string;
  /** Address that mails come from, and that what cannot be delivered goes back to. */
  readonly from: string;
  /** CA certificates to trust instead of the usual ones, PEM. */
  readonly ca?: string;
}

/** Together below what a try of the outbox may take. */
const CONNECT_MS = 5000;
const SILENCE_MS = 8000;

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

/** What a reply to the sender, the recipient or the message itself fails with; all else says nothing of the mail. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE'];

function whyNot(error: unknown): MailNotTaken {
  const { responseCode, code }: { responseCode?: unknown; code?: unknown } = Object(error);
  const name = typeof code === 'string' ? code : 'ESMTP';
  if (typeof responseCode !== 'number') return new MailNotTaken({ reason: name.toLowerCase() });
  if (!ABOUT_THE_MAIL.includes(name)) {
    return new MailNotTaken({ reason: `${name.toLowerCase()}_${responseCode}` });
  }
  return new MailNotTaken({ reason: `smtp_${responseCode}`, status: responseCode });
}

const connectionTo = ({ host, port, tls, auth }: SmtpServer, ca: string | undefined) => ({
  host,
  port,
  ...(auth && { auth }),
  secure: tls === 'implicit',
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'none',
  tls: { minVersion: 'TLSv1.2' as const, ...(ca && { ca }) },
  connectionTimeout: CONNECT_MS,
  dnsTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
});

/**
 * A mailer that hands mails to a mail server by SMTP, a connection a mail; it logs nothing.
 * @throws {InvalidMailServer}
 */
export async function openSmtpMailer({ url, from, ca }: SmtpOptions): Promise<Mailer> {
  if (!ADDRESS.test(from)) {
    throw new InvalidMailServer('The address that mails come from is no mail address.');
  }
  const connection = connectionTo(readSmtpUrl(url), ca);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(connection);
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail, from)).catch((error: unknown) => {
        throw whyNot(error);
      });
    },
  };
}
