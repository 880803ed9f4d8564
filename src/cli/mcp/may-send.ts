import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Connection } from '../profiles/connection.ts';

/** True for a local sandbox, with the key that it saved. */
export const isSandbox = ({ dataDir, keySource }: Connection): boolean =>
  dataDir !== undefined && keySource === 'profile';

/** Throws a `CliError` (exit 2) unless sends stay in a sandbox or go to allowed recipients only. */
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
