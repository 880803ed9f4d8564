import type { EsignClient } from '../client/index.ts';
import type { KeptDocuments } from './finding/kept-documents.ts';
import type { Place } from './profiles/place.ts';
import type { RecipientAllowList } from './signers/recipient-allow-list.ts';
import type { Printer } from './terminal/printer.ts';
import type { Say } from './terminal/progress.ts';

/** The context that a command passes on to the code that does its work. */
export interface CommandContext {
  readonly client: EsignClient;
  readonly baseUrl: string;
  /** Shown before a confirmation. */
  readonly place: Place;
  readonly out: Printer;
  /** Whether the user may be prompted. */
  readonly mayAsk: boolean;
  /** Whether stderr may be repainted. */
  readonly mayAnimate: boolean;
  readonly signal: AbortSignal;
  /** Recipient allow-list; undefined allows anybody. */
  readonly recipients: RecipientAllowList | undefined;
  /** The local index of the account's documents, and their completion list. */
  readonly kept: KeptDocuments;
  /** Shows a spinner during the work, if possible. */
  readonly progress: <T>(text: string, work: (say: Say) => Promise<T>) => Promise<T>;
}
