import { HOUR_MS } from '../../contract/durations.ts';
import type { ExtraEventType } from '../../contract/webhooks/webhook-headers.ts';
import { fingerprintOf } from '../../contract/webhooks/webhook-signature.ts';
import type { EndpointHealth } from '../core/outbox/outbox.rules.ts';

/** Endpoints are disabled after this long without a success, and this many failures over a day. */
const SILENCE_MS = 5 * 24 * HOUR_MS;
const FAILURES = 20;
/** Least time from the first to the last failure. */
const SPREAD_MS = 24 * HOUR_MS;
/** Least time between recorded successes, precise enough for days. */
const NOTED_MS = HOUR_MS;

/** Health when just added or enabled, and after a success. */
export const freshHealth = (at: Date): EndpointHealth => {
  return { noSuccessSince: at, failures: 0, failingSince: null };
};

/** The health after an attempt that ended at `at`. A success resets it. */
export function healthAfter(
  { noSuccessSince, failures, failingSince }: EndpointHealth,
  { ok, at }: { readonly ok: boolean; readonly at: Date },
): EndpointHealth {
  if (ok) return freshHealth(at);
  return { noSuccessSince, failures: failures + 1, failingSince: failingSince ?? at };
}

export function isWorthNoting(
  { noSuccessSince, failures }: EndpointHealth,
  { ok, at }: { readonly ok: boolean; readonly at: Date },
): boolean {
  return !ok || failures > 0 || at.getTime() - noSuccessSince.getTime() >= NOTED_MS;
}

/** True after 5 days without a success and 20 failures over a day or longer. */
export function isFailingForGood(health: EndpointHealth, now: Date): boolean {
  const { noSuccessSince, failures, failingSince } = health;
  if (failures < FAILURES || !failingSince) return false;
  const lasts = (since: Date, ms: number) => now.getTime() - since.getTime() >= ms;
  return lasts(failingSince, SPREAD_MS) && lasts(noSuccessSince, SILENCE_MS);
}

/** Its contact is told after this many failures, but not before so long without a success. */
const WARNED_FAILURES = 10;
const WARNED_SILENCE_MS = 3 * 24 * HOUR_MS;

/** When to warn that an endpoint keeps failing: once in a row of failures, at this one or later. */
export function warningDue(health: EndpointHealth, now: Date): Date | undefined {
  const { noSuccessSince, failures, failingSince } = health;
  if (failures !== WARNED_FAILURES || !failingSince) return undefined;
  const times = [
    now.getTime(),
    noSuccessSince.getTime() + WARNED_SILENCE_MS,
    failingSince.getTime() + SPREAD_MS,
  ];
  return new Date(Math.max(...times));
}

/** The earliest time at which an endpoint that keeps failing is disabled. */
export const disabledFrom = ({ noSuccessSince }: EndpointHealth): Date =>
  new Date(noSuccessSince.getTime() + SILENCE_MS);

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
