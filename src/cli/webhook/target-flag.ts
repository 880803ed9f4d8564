import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** The address of a receiver. Throws a `CliError` (exit 2) for what is none. */
function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url && isWeb && url.username === '' && url.password === '') return url;
  throw new CliError({
    code: 'invalid_target',
    what: 'an address of a receiver begins with http:// or https://, and holds neither a name nor a password',
    exitCode: EXIT.usage,
  });
}

/** The flag for where deliveries are sent. */
export const targetFlag = Flags.custom<URL>({
  description: 'address of the receiver',
  helpValue: 'URL',
  parse: async (text) => readTarget(text),
});

/** The address that deliveries go to. Throws a `CliError` (exit 2) when none was named. */
export function requireTarget(to: URL | undefined): URL {
  if (to) return to;
  throw new CliError({
    code: 'usage',
    what: '--to is missing',
    why: 'there has to be a receiver to send to',
    next: 'pass --to http://127.0.0.1:3000/webhooks, or --dry-run',
    exitCode: EXIT.usage,
  });
}
