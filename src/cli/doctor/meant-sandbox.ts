import type { Connection } from '../profiles/connection.ts';
import { readAddress } from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';
import { DEFAULT_BASE_URL } from '../profiles/profile.ts';
import { startCommand } from '../sandbox/start-command.ts';

/** The sandbox that commands talk to. */
export interface MeantSandbox {
  readonly dataDir: string;
  readonly url: URL;
  /** The command that starts it again. */
  readonly start: string;
  /** False for the default one, as long as there is no key. */
  readonly isInUse: boolean;
}

/** The sandbox of a connection: its profile's, or the default one if there is no key yet; undefined for any other service. */
export function meantSandbox(
  { baseUrl, apiKey, keySource, profile, dataDir: own }: Connection,
  { sandboxDir }: Environment,
): MeantSandbox | undefined {
  const isInUse = own !== undefined && keySource === 'profile';
  if (!isInUse && (apiKey !== undefined || baseUrl !== DEFAULT_BASE_URL)) return undefined;
  const dataDir = own ?? sandboxDir;
  const url = readAddress(baseUrl);
  const start = startCommand(isInUse ? { dataDir, profile, baseUrl } : { dataDir }, sandboxDir);
  return { dataDir, url, start, isInUse };
}
