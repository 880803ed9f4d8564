import { parseUrl } from '../../contract/parse-url.ts';
import { InvalidArgumentError } from '../errors/usage-errors.ts';

/** True for a URL of http or https. */
export const isHttp = ({ protocol }: URL): boolean => /^https?:$/.test(protocol);

/** Hosts on this machine. */
export const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function refuse(message: string): never {
  throw new InvalidArgumentError('baseUrl', message);
}

/**
 * Throws `InvalidArgumentError` for anything but http(s), for a password, query or fragment, for the
 * path of the API, and if the key would be sent unencrypted.
 */
export function readBaseUrl(baseUrl: string | URL, allowInsecure: boolean): URL {
  const url = parseUrl(String(baseUrl)) ?? refuse('the base URL is not a URL');
  const rules = [
    [isHttp(url), 'begin with https:// or http://'],
    [url.username + url.password === '', 'not hold a user name or password'],
    [url.search + url.hash === '', 'not hold a query or a fragment'],
    [!/\/api\/v1\/*$/.test(url.pathname), 'not end in /api/v1, which the client adds'],
  ] as const;
  for (const [isKept, rule] of rules) if (!isKept) refuse(`the base URL must ${rule}`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !allowInsecure)
    refuse(
      `the API key would go to ${url.host} unencrypted: use https://, or set allowInsecure if you mean it`,
    );
  return url;
}

/** Joins a path to the base URL. Throws `InvalidArgumentError` if dots lead out of it. */
export function urlBelow(
  base: URL,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): URL {
  const folder = base.pathname.replace(/\/+$/, '');
  const url = new URL(`${base.origin}${folder}${path}`);
  if (!url.pathname.startsWith(`${folder}/`))
    throw new InvalidArgumentError('path', 'the path must stay below the base URL');
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.append(name, String(value));
  return url;
}
