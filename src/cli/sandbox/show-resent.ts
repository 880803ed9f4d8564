import { counted } from '../terminal/counted.ts';
import type { Printer } from '../terminal/printer.ts';
import type { ShownDelivery } from './show-deliveries.ts';
import { printDeliveries } from './show-deliveries.ts';

/** What was queued again. */
interface ShownResent {
  readonly resent: readonly string[];
  readonly hasMore: boolean;
  readonly deliveries: readonly ShownDelivery[];
}

/** Prints how many deliveries are sent again, and what came of those that were waited for. */
export async function printResent(printer: Printer, resent: ShownResent): Promise<void> {
  if (printer.isJson) return printer.document(resent);
  const count = resent.resent.length;
  const sent = counted(count, 'delivery', 'deliveries');
  printer.result(count === 0 ? 'Nothing to send again.' : `${sent} sent again.`);
  if (resent.hasMore) printer.note('There are more: run the command again.');
  if (resent.deliveries.length > 0) await printDeliveries(printer, resent.deliveries);
  else if (count > 0) printer.next('esign sandbox webhook deliveries');
}
