import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';
import type { Printer } from './printer.ts';

interface Address {
  readonly host: string;
  readonly port: number;
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no host of that name',
};

/** A failure to listen in words (exit 2); any other error comes back as it is. */
export function cannotListen(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = WHY[code];
  if (why === undefined) return error;
  return new CliError({
    code: code === 'EADDRINUSE' ? 'port_in_use' : 'cannot_listen',
    what: `cannot listen on ${host}:${port}`,
    why,
    next: 'name another --port, or --port 0 for a free one',
    exitCode: EXIT.usage,
    cause: error,
  });
}

/** What a receiver counted until it ended. */
interface Summary {
  readonly ended: 'enough' | 'timeout' | 'stopped';
  readonly accepted: number;
  readonly rejected: number;
  readonly duplicates: number;
  readonly slowestMs: number | null;
}

function counts({ accepted, rejected, duplicates, slowestMs }: Summary): string {
  const slowest = slowestMs === null ? '' : `, slowest answer ${slowestMs} ms`;
  return `${accepted} good, ${rejected} refused, ${duplicates} repeated${slowest}`;
}

/**
 * Ends a `listen`: the counts for a person, and the summary as its result.
 * @throws {CliError} exit 8 when time ran out before as many came as were waited for
 * @throws {CliError} when it was interrupted; the signal has the last word on the exit code
 */
export function listenEnded<S extends Summary>(
  out: Printer,
  summary: S,
  wanted: number | undefined,
): S {
  out.note(`deliveries: ${counts(summary)}`);
  if (summary.ended === 'stopped') {
    const what = 'stopped by a signal';
    throw new CliError({ code: 'interrupted', what, exitCode: EXIT.interrupted });
  }
  if (summary.ended === 'enough' || wanted === undefined) return summary;
  throw new CliError({
    code: 'still_waiting',
    what: `${summary.accepted} of ${wanted} deliveries came in the time given`,
    next: 'look at the endpoint’s URL, and whether the event has happened',
    exitCode: EXIT.stillWaiting,
  });
}
