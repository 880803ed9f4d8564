import type { Mail } from '../domain/outbox.ts';

/** Hands a mail over for delivery; resolves once it is accepted. */
export interface Mailer {
  send(mail: Mail & { readonly id: string }): Promise<void>;
}
