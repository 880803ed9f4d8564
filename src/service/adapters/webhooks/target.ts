import { isIP } from 'node:net';
import type { AddressRule } from './public-address.ts';
import { refusalOf } from './public-address.ts';

/** Where a delivery goes, as far as its URL tells. */
export interface Target {
  /** Scheme, host and port, as URLs write them. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** As `node:net` takes it: an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number;
  readonly isLiteral: boolean;
  readonly rule: AddressRule;
  /** Why an address that stands in the URL may not be reached; undefined when it may, and for a name. */
  readonly refusal: string | undefined;
}

/** Which addresses may be reached, whatever the URL. */
export type ReachableAddresses = Omit<AddressRule, 'isPlain'>;

const WEB: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function readTarget(text: string, addresses: ReachableAddresses): Target | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hostname, port, origin, pathname, search } = new URL(text);
  const usualPort = WEB[protocol];
  if (usualPort === undefined || username || password) return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLiteral = isIP(host) !== 0;
  const rule = { ...addresses, isPlain: protocol === 'http:' };
  return {
    origin,
    path: `${pathname}${search}`,
    host,
    port: port === '' ? usualPort : Number(port),
    isLiteral,
    rule,
    refusal: isLiteral ? refusalOf(host, rule) : undefined,
  };
}

const REMEMBERED = 1000;

/** Reads a URL; undefined for what no delivery goes to. */
export type ReadTarget = (text: string) => Target | undefined;

/** Reads URLs, and remembers the last ones. */
export function targetReader(addresses: ReachableAddresses): ReadTarget {
  const known = new Map<string, Target>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered) return remembered;
    const target = readTarget(text, addresses);
    if (known.size >= REMEMBERED) known.clear();
    if (target) known.set(text, target);
    return target;
  };
}
