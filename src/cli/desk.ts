import type { EsignClient } from '../client/index.ts';
import type { RecipientNet } from './signers/recipient-net.ts';
import type { Printer } from './terminal/printer.ts';

/** What work on documents needs of the command that does it. */
export interface Desk {
  readonly client: EsignClient;
  readonly out: Printer;
  /** Whether questions may be asked. */
  readonly mayAsk: boolean;
  /** Whether stderr may be repainted. */
  readonly mayAnimate: boolean;
  readonly signal: AbortSignal;
  /** Who alone may be sent anything; undefined: anybody. */
  readonly recipients: RecipientNet | undefined;
  /** Runs work under a spinner, where one may be shown. */
  readonly progress: <T>(text: string, work: () => Promise<T>) => Promise<T>;
}
