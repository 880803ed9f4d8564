import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Connection } from '../profiles/connection.ts';

/** Whether a connection is to a sandbox of this machine, by the key that the sandbox saved. */
export const isSandbox = ({ dataDir, keySource }: Connection): boolean =>
  dataDir !== undefined && keySource === 'profile';

/** Throws a `CliError` (exit 2) unless what an agent sends stays in a sandbox or with allowed recipients. */
export function checkMaySend(connection: Connection): void {
  if (isSandbox(connection) || connection.recipients) return;
  const { profile = 'NAME' } = connection;
  throw new CliError({
    code: 'sending_not_allowed',
    what: '--allow-send needs the profile of a sandbox, or one with a recipient allow-list',
    why: 'an agent could otherwise mail a contract to anybody',
    next: `esign profile set ${profile} --allow-recipient '*@example.in'`,
    exitCode: EXIT.usage,
  });
}
