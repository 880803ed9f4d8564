import { isIP } from 'node:net';
import type { AddressRule, Refusal } from './address-rule.ts';
import { exceptions, refusalOf } from './address-rule.ts';

/** Where a delivery goes, read from its URL. */
export interface Target extends AddressRule {
  readonly origin: string;
  /** As `node:net` takes it: an IPv6 address without brackets. */
  readonly host: string;
  readonly port: string;
  /** With the query. */
  readonly path: string;
  readonly isLiteral: boolean;
  /** Why the IP address in the URL must not be reached; undefined if it may be, and for a name. */
  readonly refusal: Refusal | undefined;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Reads a URL; undefined if it is not a web URL, or holds a user name or password. */
export function readTarget(text: string, allow: AddressRule['allow']): Target | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  const rule = { allow, isPlain: url.protocol === 'http:' };
  const host = hostOf(url);
  const isLiteral = isIP(host) !== 0;
  const to = { origin: url.origin, host, port: url.port, path: `${url.pathname}${url.search}` };
  return { ...rule, ...to, isLiteral, refusal: isLiteral ? refusalOf(host, rule) : undefined };
}

const LOCALHOST = /(^|\.)localhost$/;

/** Why no delivery can ever go to a URL; undefined if it may, or if a name has to be looked up to know. */
export function urlObjection(
  url: URL,
  { allowLoopback, allow }: { readonly allowLoopback: boolean; readonly allow: readonly string[] },
): Refusal | undefined {
  const host = LOCALHOST.test(url.hostname) ? '127.0.0.1' : hostOf(url);
  const isPlain = url.protocol === 'http:';
  if (isIP(host) !== 0)
    return refusalOf(host, { allow: exceptions(allowLoopback, allow), isPlain });
  // A name may resolve to this machine, or to a network that the operator allows.
  const isOpen = allowLoopback || allow.length > 0;
  return isPlain && !isOpen ? 'insecure_url' : undefined;
}
