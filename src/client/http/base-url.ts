import { InvalidArgumentError } from '../errors/usage-errors.ts';

/** Undefined for an invalid URL; `URL.canParse` is missing in the first releases of Node 18. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** True for a URL of http or https. */
export const isHttp = ({ protocol }: URL): boolean => /^https?:$/.test(protocol);

/** Hosts on this machine. */
export const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function refuse(message: string): never {
  throw new InvalidArgumentError('baseUrl', message);
}

/**
 * Throws `InvalidArgumentError` for anything but http(s), for a password, query or fragment, and if
 * the key would be sent unencrypted.
 */
export function readBaseUrl(baseUrl: string | URL, allowInsecure: boolean): URL {
  const url = parseUrl(String(baseUrl)) ?? refuse('the base URL is not a URL');
  if (!isHttp(url)) refuse('the base URL must begin with https:// or http://');
  if (url.username !== '' || url.password !== '')
    refuse('the base URL must not hold a user name or password');
  if (url.search !== '' || url.hash !== '')
    refuse('the base URL must not hold a query or a fragment');
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
