import { Args, Flags } from '@oclif/core';
import { usageError } from '../errors/usage-error.ts';
import { durationFlag } from '../input/duration-flag.ts';

/** The argument of `sandbox webhook resend`. */
export const resendArgs = {
  delivery: Args.string({
    description: 'ids of deliveries, or the first 8 characters of each or more',
    ignoreStdin: true,
    multiple: true,
  }),
};

/** The flags of `sandbox webhook resend`. */
export const resendFlags = {
  endpoint: Flags.string({
    description: 'all that were given up or skipped of this endpoint',
    helpValue: 'ENDPOINT',
  }),
  since: durationFlag({
    description: 'how far back (default: 7d)',
    dependsOn: ['endpoint'],
  }),
  all: Flags.boolean({
    description: 'those that were delivered, too',
    dependsOn: ['endpoint'],
  }),
  wait: Flags.boolean({
    description: 'wait for the answers; exits with 9 unless each is a 2xx',
    exclusive: ['endpoint'],
  }),
};

const SHORTEST_BEGINNING = 8;
const MOST_NAMED = 100;

/** The deliveries that are named. Throws a `CliError` (exit 2) unless there are some, or an endpoint, and not both. */
export function namedDeliveries(
  names: readonly string[] = [],
  endpoint: string | undefined,
): readonly string[] {
  const problems: string[] = [];
  const isNamed = names.length > 0;
  if (isNamed === (endpoint !== undefined))
    problems.push('name deliveries, or an endpoint with --endpoint');
  if (names.length > MOST_NAMED) problems.push(`name ${MOST_NAMED} deliveries at most`);
  if (names.some((name) => name.length < SHORTEST_BEGINNING))
    problems.push('a delivery is named by 8 characters of its id or more');
  if (problems.length > 0) throw usageError(problems, 'sandbox:webhook:resend');
  return names;
}
