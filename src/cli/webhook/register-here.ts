import { resolve } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { usageError } from '../errors/usage-error.ts';
import type { Connection } from '../profiles/connection.ts';
import { readAddress } from '../profiles/connection.ts';
import { DEFAULT_BASE_URL, SANDBOX_PROFILE } from '../profiles/profile.ts';
import type { Settings } from '../profiles/profile-store.ts';

/** Whether only this machine can reach what listens at the host. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

const EVERYWHERE = /^(0\.0\.0\.0|::)$/;

const isAt = (baseUrl: string, address: string): boolean =>
  readAddress(baseUrl).origin === readAddress(address).origin;

function noSandbox(baseUrl: string): CliError {
  return new CliError({
    code: 'not_a_sandbox',
    what: `--register adds endpoints to a sandbox of this machine, and ${readAddress(baseUrl).host} is none`,
    why: 'a service has its endpoints entered in its dashboard, and reaches this machine only through a tunnel',
    next: 'esign help webhooks, which says how; or name the sandbox: --profile sandbox',
    exitCode: EXIT.usage,
  });
}

/**
 * The data folder of the sandbox that a listener registers with: the one named, or the one that the connection leads to.
 * Throws a `CliError` (exit 2) when it leads to another service.
 */
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

/** The host by which a sandbox reaches a listener. Throws a `CliError` (exit 2) when it delivers nothing there. */
export function checkRegisteredHost(host: string): void {
  if (isLoopback(host) || EVERYWHERE.test(host)) return;
  throw usageError(
    [`--register needs --host 127.0.0.1: a sandbox delivers to this machine, not to ${host}`],
    'webhook listen',
  );
}

/** The address of a listener as a sandbox reaches it: one that listens everywhere is at home, too. */
export const localUrl = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
