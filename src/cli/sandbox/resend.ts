import { Args, Flags } from '@oclif/core';
import type { ResentDeliveries } from '../../sandbox/control/webhook-schemas.ts';
import { usageError } from '../errors/usage-error.ts';
import { durationFlag } from '../input/time-flag.ts';
import { counted } from '../terminal/counted.ts';
import type { Printer } from '../terminal/printer.ts';
import { printDeliveries } from './show-deliveries.ts';

export const resendArgs = {
  delivery: Args.string({
    description: 'ids of deliveries, or their first 8 or more characters',
    ignoreStdin: true,
    multiple: true,
  }),
};

export const resendFlags = {
  endpoint: Flags.string({
    description: 'resend all failed and skipped deliveries of this endpoint',
    helpValue: 'ENDPOINT',
  }),
  since: durationFlag({
    description: 'how far back to go (default: 7d)',
    dependsOn: ['endpoint'],
  }),
  all: Flags.boolean({
    description: 'include successful deliveries',
    dependsOn: ['endpoint'],
  }),
  wait: Flags.boolean({
    description: 'wait for the responses; exits 9 unless all are 2xx',
    exclusive: ['endpoint'],
  }),
};

const MIN_LENGTH = 8;
const MAX_NAMED = 100;

/** Requires either deliveries or an endpoint. Throws a `CliError` (exit 2). */
export function namedDeliveries(
  names: readonly string[] = [],
  endpoint: string | undefined,
): readonly string[] {
  const problems: string[] = [];
  const isNamed = names.length > 0;
  if (isNamed === (endpoint !== undefined))
    problems.push('name either deliveries, or an endpoint with --endpoint');
  if (names.length > MAX_NAMED) problems.push(`name at most ${MAX_NAMED} deliveries`);
  if (names.some((name) => name.length < MIN_LENGTH))
    problems.push('name a delivery by its id, or by its first 8 or more characters');
  if (problems.length > 0) throw usageError(problems, 'sandbox:webhook:resend');
  return names;
}

export async function printResent(printer: Printer, resent: ResentDeliveries): Promise<void> {
  if (printer.isJson) return printer.document(resent);
  const count = resent.resent.length;
  const sent = counted(count, 'delivery', 'deliveries');
  printer.result(count === 0 ? 'Nothing to resend.' : `${sent} resent.`);
  if (resent.hasMore) printer.note('There are more: run the command again.');
  if (resent.deliveries.length > 0) await printDeliveries(printer, resent.deliveries);
  else if (count > 0) printer.next('esign sandbox webhook deliveries');
}
