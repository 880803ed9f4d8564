import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT } from '../errors/exit-codes.ts';
import type { Connection } from '../profiles/connection.ts';
import {
  checkDestination,
  isLocal,
  keyOrigin,
  readAddress,
  requireKey,
} from '../profiles/connection.ts';
import { placeOf } from '../profiles/place.ts';
import type { Settings } from '../profiles/profile-store.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { Check } from './check.ts';
import { check, failed, ok, unknown, warning } from './check.ts';

const OLDEST_NODE = [20, 19] as const;
const NOT_OWN = 0o077;
const WRITABLE = 0o022;

export function isNodeRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

export const checkNode = (version: string): Promise<Check> =>
  check('node', () => {
    if (isNodeRecent(version)) return ok(`${version}, ${process.platform}-${process.arch}`);
    const next = 'install Node 20.19 or newer';
    return failed(`${version} is too old`, next, EXIT.usage);
  });

/** Only the owner may read the settings, because they hold keys. */
export const checkStore = (path: string): Promise<Check> =>
  check('settings', async () => {
    const file = await stat(path).catch(() => undefined);
    if (!file) return ok(`${path} does not exist yet`);
    const folder = await stat(dirname(path));
    // Windows has no such bits
    if (process.platform === 'win32') return ok(path);
    if ((file.mode & NOT_OWN) !== 0)
      return warning(`${path} can be read by others`, `chmod 600 ${shellWord(path)}`);
    if ((folder.mode & WRITABLE) === 0) return ok(`${path}, for its owner only`);
    return warning(`others can write to ${dirname(path)}`, `chmod 700 ${shellWord(dirname(path))}`);
  });

export const checkProfile = ({ profile }: Connection): Promise<Check> =>
  check('profile', () => (profile === undefined ? unknown('none in use') : ok(profile)));

export const checkAddress = (connection: Connection, settings: Settings): Promise<Check> =>
  check('address', () => {
    const { baseUrl, apiKey } = connection;
    const url = readAddress(baseUrl);
    checkDestination(baseUrl, apiKey ?? '', settings);
    return ok(`${url.origin}${isLocal(url) ? ', on this machine' : ''}`);
  });

export const checkKey = (connection: Connection): Promise<Check> =>
  check('key', () => {
    requireKey(connection);
    const { mode } = placeOf(connection);
    const origin = keyOrigin(connection);
    return ok(`from ${origin}, ${mode === undefined ? 'test or live unknown' : mode}`);
  });

/** A secret is needed only to verify deliveries. */
export const checkSecret = ({ secretSource, profile }: Connection): Promise<Check> =>
  check('webhooks', () => {
    if (secretSource === undefined) return unknown('no secret; needed only to verify deliveries');
    return ok(`secret from ${secretSource === 'profile' ? `profile "${profile}"` : secretSource}`);
  });
