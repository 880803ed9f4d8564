import { isIP } from 'node:net';
import { exceptions, isPublicAddress, LOOPBACK } from './public-address.ts';

const HERE = /(^|\.)localhost$/;
const NONE = exceptions([]);
const THIS_MACHINE = exceptions(LOOPBACK);

/** The address that a host plainly is; undefined for a name that has to be looked up. */
function addressOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return host;
  return HERE.test(host) ? '127.0.0.1' : undefined;
}

/**
 * Why nothing is ever delivered to a URL, as far as the URL itself tells: `blocked_address` or `insecure_url`; undefined
 * when it tells nothing. Names are looked up at each delivery.
 */
export function urlObjection(
  url: URL,
  { allowLoopback }: { readonly allowLoopback: boolean },
): 'blocked_address' | 'insecure_url' | undefined {
  const address = addressOf(url);
  const isPlain = url.protocol === 'http:';
  // A name may lead to this machine, where that is allowed.
  if (address === undefined) return isPlain && !allowLoopback ? 'insecure_url' : undefined;
  if (isPublicAddress(address, NONE)) return isPlain ? 'insecure_url' : undefined;
  return allowLoopback && isPublicAddress(address, THIS_MACHINE) ? undefined : 'blocked_address';
}
