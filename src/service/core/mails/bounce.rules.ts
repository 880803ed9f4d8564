import { timingSafeEqual } from 'node:crypto';
import type { LinkSecrets } from '../links/links.rules.ts';
import { mac } from '../links/links.rules.ts';

/** Action of a mail server (RFC 3464, 2.3.3). */
export const BOUNCE_ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
export type BounceAction = (typeof BOUNCE_ACTIONS)[number];

/** A delivery report (RFC 3464). Untrusted. */
export interface Bounce {
  /** Recipients from its headers. */
  readonly sentTo: readonly string[];
  readonly action: BounceAction;
  /** Such as `5.1.1` (RFC 3463); null if it has none. */
  readonly status: string | null;
}

export class BounceRefused extends Error {
  override readonly name = 'BounceRefused';
  readonly reason: 'not_a_bounce' | 'bounce_forged';

  /** `message` is a sentence without a full stop. */
  constructor(reason: BounceRefused['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Local parts have at most 64 characters (RFC 5321, 4.5.3.1.1), and may lose their case. */
const MAC_DIGITS = 24;
const OF_BOUNCE = /\bbounce\+([0-9a-f]{32})\.([0-9a-f]{24})@/gi;
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

const digitsOf = (secret: Buffer, mailId: string): string =>
  mac(secret, 'bounce', mailId).toString('hex').slice(0, MAC_DIGITS);

/** A mail's unforgeable bounce address: `bounce+ID.HMAC@DOMAIN`. */
export const bounceAddress = (
  { secret }: Pick<LinkSecrets, 'secret'>,
  { mailId, domain }: { readonly mailId: string; readonly domain: string },
): string => `bounce+${mailId.replaceAll('-', '')}.${digitsOf(secret, mailId)}@${domain}`;

/** The reported mail's id. @throws {BounceRefused} when it was not sent to our bounce address */
export function mailOfBounce({ secret, formerSecrets = [] }: LinkSecrets, bounce: Bounce): string {
  const found = bounce.sentTo.flatMap((text) => [...text.matchAll(OF_BOUNCE)]);
  if (found.length === 0) {
    throw new BounceRefused('not_a_bounce', 'it was not sent to an address for bounces');
  }
  for (const [, id = '', digits = ''] of found) {
    const mailId = id.toLowerCase().replace(UUID, '$1-$2-$3-$4-$5');
    const given = Buffer.from(digits.toLowerCase());
    const isMadeWith = (one: Buffer) => timingSafeEqual(given, Buffer.from(digitsOf(one, mailId)));
    if ([secret, ...formerSecrets].some(isMadeWith)) return mailId;
  }
  throw new BounceRefused('bounce_forged', 'no key of keys.links made the address it was sent to');
}
