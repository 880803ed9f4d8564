import type { Mailer } from '../../service/index.ts';
import { openSmtpMailer } from '../../service/index.ts';

/** A mail server that the sandbox's mails go to, beside the inbox. */
export interface MailServer {
  /** `smtp://HOST:PORT` or `smtps://USER:PASSWORD@HOST:PORT`. */
  readonly url: string;
  /** Address that mails come from. */
  readonly from?: string;
}

/** Where the sandbox's mails come from, unless told: a name that no mail server delivers to (RFC 2606). */
export const SANDBOX_FROM = 'sandbox@esign.test';

/** Keeps each mail in the inbox, and hands it to a mail server where one is named. @throws {InvalidMailServer} */
export async function sandboxMailer(
  inbox: Mailer,
  server: MailServer | undefined,
): Promise<Mailer> {
  if (!server) return inbox;
  const smtp = await openSmtpMailer({ from: SANDBOX_FROM, ...server });
  return {
    async send(mail) {
      await inbox.send(mail);
      await smtp.send(mail);
    },
  };
}
