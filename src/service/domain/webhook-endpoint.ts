import { hash } from 'node:crypto';
import type { EndpointHealth } from './endpoint-health.ts';

/** Why an endpoint is off: somebody switched it off, it answered 410, or it failed for too long. */
export type DisabledReason = 'by_hand' | 'gone' | 'failing';

/** Where an account's events are delivered. */
export interface WebhookEndpoint {
  readonly endpointId: string;
  readonly accountId: string;
  readonly url: string;
  /** Keys the signature of each delivery; shown once, when it is made. */
  readonly secret: string;
  /** Takes the place of `secret` when it is activated; null while there is none. */
  readonly nextSecret: string | null;
  readonly enabled: boolean;
  /** Null while it is on. */
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly health: EndpointHealth;
  readonly createdAt: Date;
}

/** An endpoint as it may be shown: its secrets by their fingerprints. */
export type ShownEndpoint = Omit<
  WebhookEndpoint,
  'accountId' | 'secret' | 'nextSecret' | 'health'
> & {
  readonly secretFingerprint: string;
  readonly nextSecretFingerprint: string | null;
  /** Tries that failed since the last that did not. */
  readonly failures: number;
};

const SHOWN_DIGITS = 8;

/** What a secret is called where it must not be read: the first 8 hex digits of its SHA-256. */
export function fingerprintOf(secret: string): string {
  return hash('sha256', secret).slice(0, SHOWN_DIGITS);
}

/** The endpoint without its secrets. */
export function shownEndpoint(endpoint: WebhookEndpoint): ShownEndpoint {
  const { endpointId, url, enabled, disabledReason, disabledAt, createdAt } = endpoint;
  const { secret, nextSecret, health } = endpoint;
  return {
    endpointId,
    url,
    enabled,
    disabledReason,
    disabledAt,
    createdAt,
    secretFingerprint: fingerprintOf(secret),
    nextSecretFingerprint: nextSecret === null ? null : fingerprintOf(nextSecret),
    failures: health.failures,
  };
}
