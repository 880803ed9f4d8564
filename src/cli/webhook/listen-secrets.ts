import type { Connection } from '../profiles/connection.ts';
import type { Printer } from '../terminal/printer.ts';
import { isLoopback } from './register-here.ts';
import type { WebhookSecret } from './webhook-secrets.ts';
import { readWebhookSecrets } from './webhook-secrets.ts';

/** Where a listener's secrets come from. */
interface SecretFlags {
  readonly host: string;
  readonly 'no-verify': boolean;
  readonly register: boolean;
  readonly 'secret-file'?: string | undefined;
}

/**
 * The secrets to check deliveries with, beside that of an endpoint that is registered: none where nothing is to be
 * checked, which is warned about when others than this machine can send. Throws a `CliError` (exit 2) when there is none.
 */
export async function listenSecrets(
  flags: SecretFlags,
  out: Printer,
  connection: () => Promise<Connection>,
): Promise<readonly WebhookSecret[]> {
  const file = flags['secret-file'];
  if (flags['no-verify']) {
    if (!isLoopback(flags.host))
      out.warn(`anybody who reaches ${flags.host} can send deliveries, and none is verified`);
    return [];
  }
  if (flags.register && file === undefined) return [];
  return await readWebhookSecrets(file, await connection());
}
