import type { Connection } from '../profiles/connection.ts';
import { readAddress } from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';
import { DEFAULT_BASE_URL } from '../profiles/profile.ts';
import { startCommand } from '../sandbox/start-command.ts';

export interface MeantSandbox {
  readonly dataDir: string;
  readonly url: URL;
  readonly start: string;
  /** False for the default sandbox while there is no key. */
  readonly isInUse: boolean;
}

/** The connection's sandbox: its profile's, or the default without a key. Undefined otherwise. */
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
