import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';
import { shortTime } from '../terminal/times.ts';
import type { ToldTry } from './delivery-words.ts';
import { outcomeOf } from './delivery-words.ts';

/** A webhook delivery as it is printed. */
export interface ShownDelivery {
  readonly deliveryId: string;
  readonly event: string;
  /** Null for a test event. */
  readonly documentId: string | null;
  readonly state: string;
  readonly createdAt: string;
  readonly tries: number;
  readonly nextTryAt: string | null;
  readonly lastTry: ToldTry | null;
}

/** Enough of an id for commands to take it for the whole. */
const SHORT = 8;
const HEADS = ['delivery', 'time', 'event', 'document', 'state', 'tries', 'last try', 'next'];
const EVENT = 2;
const LAST_TRY = 6;

/** Prints deliveries as a table; ids are whole where no terminal is. */
export async function printDeliveries(
  printer: Printer,
  deliveries: readonly ShownDelivery[],
): Promise<void> {
  const brief = (id: string) => (printer.columns === undefined ? id : id.slice(0, SHORT));
  const rows = deliveries.map(({ deliveryId, event, documentId, state, tries, ...rest }) => [
    brief(deliveryId),
    shortTime(rest.createdAt),
    event,
    documentId === null ? 'test' : brief(documentId),
    state,
    String(tries),
    outcomeOf(rest.lastTry),
    rest.nextTryAt === null ? '' : shortTime(rest.nextTryAt),
  ]);
  await printTable(printer, { heads: HEADS, rows, flexible: [EVENT, LAST_TRY] });
}
