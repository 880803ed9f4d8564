import { maskKey } from './mask.ts';
import type { Printer } from './printer.ts';
import { shortName } from './short-name.ts';
import { printTable } from './table.ts';

/** A webhook endpoint as it is printed. */
export interface ShownWebhook {
  readonly endpointId: string;
  readonly url: string;
  readonly secret: string;
  readonly enabled: boolean;
}

/** Prints webhook endpoints as a table, their secrets masked; `--json` has them whole. */
export async function printWebhooks(
  printer: Printer,
  webhooks: readonly ShownWebhook[],
): Promise<void> {
  const rows = webhooks.map(({ endpointId, url, secret, enabled }) => [
    shortName(printer, endpointId),
    enabled ? 'enabled' : 'disabled',
    maskKey(secret),
    url,
  ]);
  await printTable(printer, { heads: ['endpoint', 'state', 'secret', 'url'], rows, flexible: [3] });
}
