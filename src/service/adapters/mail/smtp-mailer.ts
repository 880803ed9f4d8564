import type { SendMailOptions } from 'nodemailer';
import { failureReason } from '../../../network/failure-reason.ts';
import type { Mail } from '../../core/mails/mail-notice.rules.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { MailNotTaken } from '../../ports/mailer.ts';
import type { SmtpServer } from './smtp-url.ts';
import { addressIn, InvalidMailServer, readSmtpUrl } from './smtp-url.ts';

type OutgoingMail = Mail & { readonly id: string };

/** Builds a message (RFC 5322). All attempts share a Message-ID. Bounces go to `envelopeFrom`. */
function messageOf(
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

export interface SmtpOptions {
  /** `smtps://USER:PASSWORD@HOST:PORT` or `smtp://…`. */
  readonly url: string;
  /** An address, with or without a name; mails have names of their own. */
  readonly from: string;
  /** Bounce address for a mail's id; the sender address by default. */
  readonly bouncesTo?: ((mailId: string) => string) | undefined;
  /** CA certificates to trust instead of the defaults, PEM. */
  readonly ca?: string;
  /** Timeout for a mail, in milliseconds; default 18 s. */
  readonly sendMs?: number;
}

const CONNECT_MS = 5000;
const SILENCE_MS = 8000;
/** Includes waiting for a connection. Shorter than an outbox attempt: nothing is sent later. */
const SEND_MS = 18_000;

const POOL = {
  pool: true,
  maxConnections: 2,
  maxMessages: 100,
  /** Shorter than `SILENCE_MS`, and than mail servers wait. */
  idleTimeout: 5000,
  /** Only the outbox retries a mail after a lost connection: it knows when to stop. */
  maxRequeues: 0,
} as const;

/** Nodemailer's errors about this mail; others are about the connection. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE'];

/** Nodemailer replaces the codes of sockets, but keeps their messages. */
const SOCKET_CODE = /\bE(?:CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|PIPE|TIMEDOUT)\b/;
const OF_TLS = /certificate|altname|\bSSL\b|\bTLS\b|wrong version number/i;

/** Such as `connection_refused`; otherwise nodemailer's code. */
function connectionReason(name: string, message: string): string {
  const [code] = SOCKET_CODE.exec(message) ?? [];
  if (code !== undefined) return failureReason(Object.assign(new Error(), { code }));
  return OF_TLS.test(message) ? 'tls_error' : name.toLowerCase();
}

function notTaken(error: unknown): MailNotTaken {
  const { responseCode, code, message }: Record<string, unknown> = Object(error);
  const name = typeof code === 'string' ? code : 'ESMTP';
  if (typeof responseCode !== 'number') {
    return new MailNotTaken({ reason: connectionReason(name, String(message)) });
  }
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

/** Sends mails by SMTP over a few pooled connections; logs nothing. @throws {InvalidMailServer} */
export async function openSmtpMailer({
  url,
  from,
  ca,
  sendMs = SEND_MS,
  bouncesTo,
}: SmtpOptions): Promise<Mailer> {
  const address = addressIn(from);
  if (address === undefined) {
    throw new InvalidMailServer('The sender address is not a valid email address.');
  }
  const connection = connectionTo(readSmtpUrl(url), ca);
  const { createTransport } = await import('nodemailer');
  const open = () => createTransport({ ...connection, ...POOL });
  let transport: ReturnType<typeof open> | undefined;
  return {
    async send(mail) {
      transport ??= open();
      const signal = AbortSignal.timeout(sendMs);
      const message = messageOf(mail, address, bouncesTo?.(mail.id));
      await transport.sendMail({ ...message, signal }).catch((error: unknown) => {
        throw signal.aborted ? new MailNotTaken({ reason: 'timeout' }) : notTaken(error);
      });
    },
    close() {
      transport?.close();
      transport = undefined;
    },
  };
}

/** Sends nothing. @throws {MailNotTaken} when the connection or the login fails */
export async function checkSmtp(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(connectionTo(readSmtpUrl(url), undefined));
  await transport.verify().catch((error: unknown) => {
    throw notTaken(error);
  });
}
