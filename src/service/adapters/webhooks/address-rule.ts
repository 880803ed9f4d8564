import type { BlockList } from 'node:net';
import { familyOf, isPublic, networks } from '../../../network/public-address.ts';

/**
 * Networks that may be reached although they are not public. `allow` holds some such as `10.1.0.0/16`.
 * @throws {Error} if one is not a network
 */
export const exceptions = (allowLoopback: boolean, allow: readonly string[] = []): BlockList =>
  networks([...(allowLoopback ? ['127.0.0.0/8', '::1/128'] : []), ...allow]);

/** Which addresses a POST may reach. */
export interface AddressRule {
  /** The exceptions. */
  readonly allow: BlockList;
  /** Plain HTTP reaches only the exceptions. */
  readonly isPlain: boolean;
}

/** Why a POST must not reach an IP address. */
export type Refusal = 'blocked_address' | 'insecure_url';

/** Checks an IP address; undefined if a POST may reach it. */
export function refusalOf(address: string, { allow, isPlain }: AddressRule): Refusal | undefined {
  if (allow.check(address, familyOf(address))) return undefined;
  if (!isPublic(address)) return 'blocked_address';
  return isPlain ? 'insecure_url' : undefined;
}
