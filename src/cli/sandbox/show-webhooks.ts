import { createHash } from 'node:crypto';
import type { Profile } from '../profiles/profile.ts';
import type { Printer } from '../terminal/printer.ts';
import { shortName } from '../terminal/short-name.ts';
import { printTable } from '../terminal/table.ts';
import { localTime } from '../terminal/times.ts';

/** A webhook endpoint as it is printed. */
export interface ShownWebhook {
  readonly endpointId: string;
  readonly url: string;
  /** `sha256:` and the beginning of its digest. */
  readonly secret: string;
  readonly nextSecret: string | null;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly disabledAt: string | null;
}

/** Why an endpoint is off, in words. */
const REASONS: Readonly<Record<string, string>> = {
  by_hand: 'it was switched off by hand',
  gone: 'it answered 410, which means that it is gone for good',
  failing: 'nothing reached it for five days',
};

/** Prints webhook endpoints as a table, secrets by their fingerprints; below it, why some are off. */
export async function printWebhooks(
  printer: Printer,
  webhooks: readonly ShownWebhook[],
): Promise<void> {
  const hasNext = webhooks.some(({ nextSecret }) => nextSecret !== null);
  const rows = webhooks.map(({ endpointId, url, secret, nextSecret, enabled }) => [
    shortName(printer, endpointId),
    enabled ? 'enabled' : 'disabled',
    secret,
    ...(hasNext ? [nextSecret ?? ''] : []),
    url,
  ]);
  const heads = ['endpoint', 'state', 'secret', ...(hasNext ? ['next secret'] : []), 'url'];
  await printTable(printer, { heads, rows, flexible: [heads.length - 1] });
  for (const webhook of webhooks) noteWhyOff(printer, webhook);
}

function noteWhyOff(printer: Printer, { endpointId, disabledReason, disabledAt }: ShownWebhook) {
  const why = REASONS[disabledReason ?? ''];
  if (why === undefined) return;
  const name = shortName(printer, endpointId);
  printer.note(`${name} is off since ${localTime(disabledAt)}: ${why}.`);
}

/** Warns when a profile goes on with a secret that an endpoint has just given up; `given` is its fingerprint. */
export function warnOfOldSecret(
  printer: Printer,
  profile: Profile | undefined,
  given: string,
): void {
  if (profile?.webhookSecret === undefined) return;
  const digest = createHash('sha256').update(profile.webhookSecret).digest('hex');
  if (!`sha256:${digest}`.startsWith(given)) return;
  printer.warn(
    'the profile of this sandbox still has the old secret: listen with --secret-file or ESIGN_WEBHOOK_SECRET',
  );
}
