import { InvalidArgumentError } from '../errors/esign-error.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** True for addresses that never leave this machine. */
function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

function refuse(message: string): never {
  throw new InvalidArgumentError('baseUrl', message);
}

/**
 * Reads the address of a deployment, a path prefix included. Throws `InvalidArgumentError` for what is no http(s) URL,
 * carries a password, query or fragment, or would send the key in the clear to another machine.
 */
export function readBaseUrl(baseUrl: string | URL, allowInsecure: boolean): URL {
  if (!URL.canParse(String(baseUrl))) refuse('the base URL is no URL');
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    refuse('the base URL must begin with https:// or http://');
  if (url.username !== '' || url.password !== '')
    refuse('the base URL must not hold a user name or password');
  if (url.search !== '' || url.hash !== '')
    refuse('the base URL must not hold a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecure)
    refuse(
      `the API key would go to ${url.host} unencrypted: use https://, or set allowInsecure if you mean it`,
    );
  return url;
}

/** A path below the base URL. Throws `InvalidArgumentError` for one that leaves it by dots. */
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
