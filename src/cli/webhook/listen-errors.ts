import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

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
  const isOfNetwork = error instanceof Error && 'syscall' in error && 'code' in error;
  if (!isOfNetwork || !/^(listen|bind|getaddrinfo)$/.test(String(error.syscall))) return error;
  const code = String(error.code);
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
