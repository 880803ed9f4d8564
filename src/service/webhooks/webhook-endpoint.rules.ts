import type { ExtraEventType } from '../../contract/webhook-headers.ts';
import { fingerprintOf } from '../../contract/webhook-signature.ts';
import type { EndpointHealth } from './endpoint-health.rules.ts';

/** In characters. */
export const ENDPOINT_URL_LENGTH = 2000;

/** Why an endpoint is disabled: by hand, after a 410, or after failing for too long. */
export type DisabledReason = 'by_hand' | 'gone' | 'failing';

export interface WebhookEndpoint {
  readonly endpointId: string;
  readonly accountId: string;
  readonly url: string;
  /** Signs deliveries. Shown when created, and to members who ask for it. */
  readonly secret: string;
  /** Replaces `secret` when activated; null for none. */
  readonly nextSecret: string | null;
  readonly enabled: boolean;
  /** Null while enabled. */
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly health: EndpointHealth;
  /** Events beside the specification that it asks for. */
  readonly extraEvents: readonly ExtraEventType[];
  /** Since when it asks for `document.expired`; null if it does not. */
  readonly expiredSince: Date | null;
  readonly createdAt: Date;
}

/** Safe to show: fingerprints replace secrets. */
export type ShownEndpoint = Omit<
  WebhookEndpoint,
  'accountId' | 'secret' | 'nextSecret' | 'health' | 'expiredSince'
> & {
  readonly secretFingerprint: string;
  readonly nextSecretFingerprint: string | null;
  /** Failed attempts since the last success. */
  readonly failures: number;
};

export function shownEndpoint(endpoint: WebhookEndpoint): ShownEndpoint {
  const { endpointId, url, enabled, disabledReason, disabledAt, createdAt } = endpoint;
  const { secret, nextSecret, health, extraEvents } = endpoint;
  return {
    endpointId,
    url,
    enabled,
    disabledReason,
    disabledAt,
    createdAt,
    extraEvents,
    secretFingerprint: fingerprintOf(secret),
    nextSecretFingerprint: nextSecret === null ? null : fingerprintOf(nextSecret),
    failures: health.failures,
  };
}
