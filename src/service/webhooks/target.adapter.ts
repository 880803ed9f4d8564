import type { BlockList } from 'node:net';
import { isIP } from 'node:net';
import { parseUrl } from '../../contract/parse-url.ts';
import { familyOf, isPublic, networks } from '../../network/public-address.ts';

/** `allow` holds non-public networks, such as `10.1.0.0/16`. @throws {Error} for an invalid one */
export const exceptions = (allowLoopback: boolean, allow: readonly string[] = []): BlockList =>
  networks([...(allowLoopback ? ['127.0.0.0/8', '::1/128'] : []), ...allow]);

export interface AddressRule {
  readonly allow: BlockList;
  /** Plain HTTP may reach only `allow`. */
  readonly isPlain: boolean;
}

type TargetRefusal = 'blocked_address' | 'insecure_url';

/** Undefined if a POST may reach the address. */
export function refusalOf(
  address: string,
  { allow, isPlain }: AddressRule,
): TargetRefusal | undefined {
  if (allow.check(address, familyOf(address))) return undefined;
  if (!isPublic(address)) return 'blocked_address';
  return isPlain ? 'insecure_url' : undefined;
}

export interface Target extends AddressRule {
  readonly origin: string;
  /** For `node:net`: IPv6 addresses have no brackets. */
  readonly host: string;
  readonly port: string;
  /** With the query. */
  readonly path: string;
  readonly isLiteral: boolean;
  /** Why the URL's IP address is blocked; undefined if it isn't, or for a name. */
  readonly refusal: TargetRefusal | undefined;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Undefined unless it's a web URL without user name and password. */
export function readTarget(text: string, allow: AddressRule['allow']): Target | undefined {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  const rule = { allow, isPlain: url.protocol === 'http:' };
  const host = hostOf(url);
  const isLiteral = isIP(host) !== 0;
  const to = { origin: url.origin, host, port: url.port, path: `${url.pathname}${url.search}` };
  return { ...rule, ...to, isLiteral, refusal: isLiteral ? refusalOf(host, rule) : undefined };
}

const LOCALHOST = /(^|\.)localhost$/;

/** Why a URL is never deliverable; undefined if it may be, or only a lookup can tell. */
export function urlObjection(
  url: URL,
  { allowLoopback, allow }: { readonly allowLoopback: boolean; readonly allow: readonly string[] },
): TargetRefusal | undefined {
  const host = LOCALHOST.test(url.hostname) ? '127.0.0.1' : hostOf(url);
  const isPlain = url.protocol === 'http:';
  if (isIP(host) !== 0)
    return refusalOf(host, { allow: exceptions(allowLoopback, allow), isPlain });
  // A name may resolve to this machine, or to a network in `allow`.
  const isOpen = allowLoopback || allow.length > 0;
  return isPlain && !isOpen ? 'insecure_url' : undefined;
}
