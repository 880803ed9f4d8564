import { parseUrl } from '../../../contract/parse-url.ts';

/** As in the configuration of an OAuth client, few suffice. */
const MOST_ORIGINS = 10;

export const RETURN_ORIGINS_RULE = `must be at most ${MOST_ORIGINS} origins such as https://app.example.in, separated by spaces`;

const LONGEST_URL = 2000;

/** On the reader's own machine, for programs that are being written. */
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Undefined for anything but an https URL, or an http URL of the reader's own machine. A `blob:` URL
 * has the origin of another, hence the check of the scheme; a user name makes a host look like
 * another.
 */
function webUrl(text: string): URL | undefined {
  const url = text.length > LONGEST_URL ? undefined : parseUrl(text);
  if (!url) return undefined;
  const isWeb =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.origin));
  return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/** As browsers write it; undefined for a URL with anything else, and for a pattern. */
function originIn(text: string): string | undefined {
  const url = webUrl(text);
  return url && url.href === `${url.origin}/` && !url.host.includes('*') ? url.origin : undefined;
}

/** Each once, in the form in which browsers compare them. Null for none, undefined for a fault. */
export function readReturnOrigins(text: string): string | null | undefined {
  const given = text.split(' ').filter((one) => one !== '');
  const origins = new Set(given.flatMap((one) => originIn(one) ?? []));
  const isSound = given.every((one) => originIn(one) !== undefined) && origins.size <= MOST_ORIGINS;
  if (!isSound) return undefined;
  return origins.size === 0 ? null : [...origins].join(' ');
}

/** The address, as browsers write it; undefined unless its origin is listed. */
export function listedReturn(address: string, origins: string | null): URL | undefined {
  const url = webUrl(address);
  return url && (origins ?? '').split(' ').includes(url.origin) ? url : undefined;
}

/** With the document's id, which proves nothing; null unless the origin is still listed. */
export function returnWith(
  address: string | null,
  { origins, documentId }: { readonly origins: string | null; readonly documentId: string },
): { readonly href: string; readonly host: string } | null {
  const url = address === null ? undefined : listedReturn(address, origins);
  url?.searchParams.set('documentId', documentId);
  return url ? { href: url.href, host: url.host } : null;
}
