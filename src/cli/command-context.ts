import type { EsignClient } from '../client/index.ts';
import type { KeptDocuments } from './finding/kept-documents.ts';
import type { Place } from './profiles/place.ts';
import type { RecipientAllowList } from './signers/recipient-allow-list.ts';
import type { Printer } from './terminal/printer.ts';
import type { Say } from './terminal/progress-line.ts';

export interface CommandContext {
  readonly client: EsignClient;
  readonly baseUrl: string;
  readonly place: Place;
  readonly out: Printer;
  readonly mayAsk: boolean;
  readonly mayAnimate: boolean;
  readonly signal: AbortSignal;
  readonly recipients: RecipientAllowList | undefined;
  readonly kept: KeptDocuments;
  readonly progress: <T>(text: string, work: (say: Say) => Promise<T>) => Promise<T>;
}
