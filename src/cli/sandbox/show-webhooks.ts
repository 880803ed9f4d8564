import { fingerprintOf } from '../../contract/webhooks/webhook-signature.ts';
import type { SandboxWebhook } from '../../sandbox/control/webhook-schemas.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Printer } from '../terminal/printer.ts';
import { printTable, shortId } from '../terminal/table.ts';
import { localTime } from '../terminal/times.ts';

export const WEBHOOK_COLUMNS = [
  'endpointId',
  'url',
  'secret',
  'nextSecret',
  'enabled',
  'disabledReason',
  'disabledAt',
  'failures',
  'extraEvents',
  'createdAt',
] as const;

const REASONS: Readonly<Record<string, string>> = {
  by_hand: 'disabled by hand',
  gone: 'it answered 410 (gone)',
  failing: 'no delivery succeeded for five days, and 20 or more attempts failed',
};

export async function printWebhooks(
  printer: Printer,
  webhooks: readonly SandboxWebhook[],
): Promise<void> {
  const hasNext = webhooks.some(({ nextSecret }) => nextSecret !== null);
  const rows = webhooks.map(({ endpointId, url, secret, nextSecret, enabled }) => [
    shortId(printer, endpointId),
    enabled ? 'enabled' : 'disabled',
    secret,
    ...(hasNext ? [nextSecret ?? ''] : []),
    url,
  ]);
  const heads = ['endpoint', 'state', 'secret', ...(hasNext ? ['next secret'] : []), 'url'];
  await printTable(printer, { heads, rows, flexible: [heads.length - 1] });
  for (const webhook of webhooks) noteWhyOff(printer, webhook);
}

function noteWhyOff(printer: Printer, { endpointId, disabledReason, disabledAt }: SandboxWebhook) {
  const why = REASONS[disabledReason ?? ''];
  if (why === undefined) return;
  const name = shortId(printer, endpointId);
  printer.note(`${name} has been disabled since ${localTime(disabledAt)}: ${why}.`);
}

/** Warns if the profile has the secret that an endpoint dropped; `given` is its fingerprint. */
export function warnOfOldSecret(
  printer: Printer,
  profile: Profile | undefined,
  given: string,
): void {
  if (profile?.webhookSecret === undefined) return;
  if (`sha256:${fingerprintOf(profile.webhookSecret)}` !== given) return;
  printer.warn(
    'the profile of this sandbox still has the old secret; pass the new one with --secret-file or ESIGN_WEBHOOK_SECRET',
  );
}
