import type { Connection } from './connection.ts';
import type { Printer } from './printer.ts';
import type { WebhookSecret } from './webhook-secrets.ts';
import { readWebhookSecrets } from './webhook-secrets.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/**
 * The secrets to check deliveries with: none where nothing is to be checked, which is warned about when others than this
 * machine can send. Throws a `CliError` (exit 2) when there is none.
 */
export async function listenSecrets(
  flags: {
    readonly host: string;
    readonly 'no-verify': boolean;
    readonly 'secret-file'?: string | undefined;
  },
  out: Printer,
  connection: () => Promise<Connection>,
): Promise<readonly WebhookSecret[]> {
  if (!flags['no-verify']) return readWebhookSecrets(flags['secret-file'], await connection());
  if (!LOOPBACK.test(flags.host))
    out.warn(`anybody who reaches ${flags.host} can send deliveries, and none is verified`);
  return [];
}

/** Says where deliveries go, once they can. */
export function tellReady(out: Printer, url: string, secrets: readonly WebhookSecret[]): void {
  const names = secrets.map(({ name }) => name).join(', ');
  const check = secrets.length > 0 ? `verified with ${names}` : 'signatures not checked';
  if (out.isJson) out.line({ type: 'ready', url, pid: process.pid });
  else out.note(`ready: deliveries go to ${url} (${check}); Ctrl-C ends`);
}
