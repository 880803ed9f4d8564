import type { Mail } from '../domain/outbox.ts';

/** Hands a mail over for delivery. */
export interface Mailer {
  /**
   * Resolves once the mail is accepted. A mail of the same id is the same mail: whoever gets both can tell.
   * @throws {MailNotTaken} when it is not
   */
  send(mail: Mail & { readonly id: string }): Promise<void>;
}

/** A mail was not taken. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
  /** Machine-readable, such as `smtp_550` or `etimedout`; holds nothing of the mail. */
  readonly reason: string;
  /** What the mail server replied to this very mail (RFC 5321); null when it was not asked, or failed otherwise. */
  readonly status: number | null;

  constructor({ reason, status = null }: { reason: string; status?: number | null }) {
    super(`The mail was not taken: ${reason}.`);
    this.reason = reason;
    this.status = status;
  }
}
