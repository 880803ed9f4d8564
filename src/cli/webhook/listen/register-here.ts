import { resolve } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { usageError } from '../../errors/usage-error.ts';
import type { Connection } from '../../profiles/connection.ts';
import { readAddress } from '../../profiles/connection.ts';
import { DEFAULT_BASE_URL, SANDBOX_PROFILE } from '../../profiles/profile.ts';
import type { Settings } from '../../profiles/profile-store.ts';

export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

const EVERYWHERE = /^(0\.0\.0\.0|::)$/;

const isAt = (baseUrl: string, address: string): boolean =>
  readAddress(baseUrl).origin === readAddress(address).origin;

function noSandbox(baseUrl: string): CliError {
  return new CliError({
    code: 'not_a_sandbox',
    what: `--register needs a sandbox, and no profile has one at ${readAddress(baseUrl).host}`,
    why: 'endpoints of another service are added in its dashboard',
    next: 'esign help webhooks explains how; to use the sandbox, pass --profile sandbox',
    exitCode: EXIT.usage,
  });
}

/** Throws a `CliError` (exit 2) without `dataDir` if the connection is to another service. */
export function registrationFolder(
  dataDir: string | undefined,
  { baseUrl, profile }: Connection,
  known: { settings: Settings; sandboxDir: string },
): string {
  if (dataDir !== undefined) return resolve(dataDir);
  const { profiles } = known.settings;
  const named = profile === undefined ? undefined : profiles[profile];
  const found = [named, ...Object.values(profiles)].find(
    (one) => one?.dataDir !== undefined && isAt(one.baseUrl, baseUrl),
  );
  if (found?.dataDir !== undefined) return found.dataDir;
  if (profile !== undefined || baseUrl !== DEFAULT_BASE_URL) throw noSandbox(baseUrl);
  return profiles[SANDBOX_PROFILE]?.dataDir ?? known.sandboxDir;
}

/** Throws a `CliError` (exit 2) for a host that a sandbox does not deliver to. */
export function checkRegisteredHost(host: string): void {
  if (isLoopback(host) || EVERYWHERE.test(host)) return;
  throw usageError(
    [`--register needs --host 127.0.0.1: a sandbox delivers to this machine, not to ${host}`],
    'webhook listen',
  );
}

export const localUrl = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
