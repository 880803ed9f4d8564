import type { Mail } from '../domain/outbox.ts';

/** Sends mails. */
export interface Mailer {
  /**
   * Resolves once the mail is accepted. A repeated id identifies a repeated mail.
   * @throws {MailNotTaken} when it is rejected
   */
  send(mail: Mail & { readonly id: string }): Promise<void>;
  /** Closes what is kept open between mails; mails that are being handed over are finished. A later mail reopens it. */
  close?(): void;
}

/** A mail was not accepted. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
  /** Machine-readable, such as `smtp_550` or `etimedout`; contains nothing of the mail. */
  readonly reason: string;
  /** The mail server's reply code (RFC 5321); null when it gave none. */
  readonly status: number | null;

  constructor({ reason, status = null }: { reason: string; status?: number | null }) {
    super(`The mail was not taken: ${reason}.`);
    this.reason = reason;
    this.status = status;
  }
}
