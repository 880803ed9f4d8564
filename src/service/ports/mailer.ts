import type { Mail } from '../core/mails/mail-notice.rules.ts';

export interface Mailer {
  /** Resolves once accepted. Retries have the same id. @throws {MailNotTaken} when rejected */
  send(mail: Mail & { readonly id: string }): Promise<void>;
  /** Closes idle connections; running hand-overs finish. A later mail reopens them. */
  close?(): void;
}

export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
  /** Machine-readable, such as `smtp_550` or `connection_refused`; contains nothing of the mail. */
  readonly reason: string;
  /** The mail server's reply code (RFC 5321); null when it gave none. */
  readonly status: number | null;

  constructor({ reason, status = null }: { reason: string; status?: number | null }) {
    super(`The mail was not taken: ${reason}.`);
    this.reason = reason;
    this.status = status;
  }
}
