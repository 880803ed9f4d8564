import { MINUTE_MS } from '../../../contract/durations.ts';

/** `open`: not authorised. `failing`: the last charge may still arrive. `over`: no more charges. */
export const MANDATE_STATES = ['open', 'active', 'failing', 'over'] as const;
export type MandateState = (typeof MANDATE_STATES)[number];

/** An account's permission to charge the monthly fee at a payment provider. */
export interface Mandate {
  /** `mdt_` and 32 hexadecimal digits. */
  readonly mandateId: string;
  readonly accountId: string;
  /** Price of a month, with GST. */
  readonly paise: number;
  readonly provider: string;
  /** The provider's id; null until it is known. */
  readonly providerId: string | null;
  readonly state: MandateState;
  readonly createdAt: Date;
  /** When the first charge is due. */
  readonly startsAt: Date;
  /** When to check with the provider again, unless it reports first. */
  readonly dueAt: Date;
}

/** How often to check with the provider while something is expected, in milliseconds. */
const AGAIN_MS = { open: 5 * MINUTE_MS, active: 5 * MINUTE_MS, failing: 60 * MINUTE_MS } as const;

/** When to check with the provider next: at the next charge, or sooner if something is expected. */
export function nextLook(
  state: MandateState,
  { now, covered }: { readonly now: Date; readonly covered: Date | undefined },
): Date {
  if (state === 'active' && covered && covered > now) return covered;
  return new Date(now.getTime() + (state === 'over' ? 0 : AGAIN_MS[state]));
}

export const isCharging = (state: MandateState): boolean =>
  state === 'active' || state === 'failing';
