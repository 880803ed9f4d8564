import type { BlockList } from 'node:net';
import { familyOf, isPublic, networks } from '../../network/public-address.ts';

/** `allow` holds non-public networks, such as `10.1.0.0/16`. @throws {Error} for an invalid one */
export const exceptions = (allowLoopback: boolean, allow: readonly string[] = []): BlockList =>
  networks([...(allowLoopback ? ['127.0.0.0/8', '::1/128'] : []), ...allow]);

export interface AddressRule {
  readonly allow: BlockList;
  /** Plain HTTP may reach only `allow`. */
  readonly isPlain: boolean;
}

export type Refusal = 'blocked_address' | 'insecure_url';

/** Undefined if a POST may reach the address. */
export function refusalOf(address: string, { allow, isPlain }: AddressRule): Refusal | undefined {
  if (allow.check(address, familyOf(address))) return undefined;
  if (!isPublic(address)) return 'blocked_address';
  return isPlain ? 'insecure_url' : undefined;
}
