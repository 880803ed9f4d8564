import { isIP } from 'node:net';
import { exceptions, isPublicAddress, LOOPBACK } from './public-address.ts';

const HERE = /(^|\.)localhost$/;
const NONE = exceptions([]);

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
  { allowLoopback, allow }: { readonly allowLoopback: boolean; readonly allow: readonly string[] },
): 'blocked_address' | 'insecure_url' | undefined {
  const address = addressOf(url);
  const isPlain = url.protocol === 'http:';
  const isOpen = allowLoopback || allow.length > 0;
  // A name may lead to this machine, or to a network that the operator allows.
  if (address === undefined) return isPlain && !isOpen ? 'insecure_url' : undefined;
  if (isPublicAddress(address, NONE)) return isPlain ? 'insecure_url' : undefined;
  const own = exceptions(allowLoopback ? [...LOOPBACK, ...allow] : allow);
  return isPublicAddress(address, own) ? undefined : 'blocked_address';
}
