/** `open`: not authorised yet; `failing`: the last charge failed, and may still arrive; `over`: nothing is charged any more. */
export const MANDATE_STATES = ['open', 'active', 'failing', 'over'] as const;
export type MandateState = (typeof MANDATE_STATES)[number];

/** Leave of an account to charge the monthly fee by itself, given at the payment provider. */
export interface Mandate {
  /** `mdt_` and 32 hexadecimal digits. */
  readonly mandateId: string;
  readonly accountId: string;
  /** Of a month, with GST. */
  readonly paise: number;
  /** The provider's name, such as `razorpay`. */
  readonly provider: string;
  /** The provider's id; null until it is known. */
  readonly providerId: string | null;
  readonly state: MandateState;
  readonly createdAt: Date;
  /** When the first charge is due. */
  readonly startsAt: Date;
  /** When the provider is asked next, if nothing is heard of it. */
  readonly dueAt: Date;
}

const MINUTE_MS = 60_000;

/** How long until the provider is asked again, where something is awaited, in milliseconds. */
const AGAIN_MS = { open: 5 * MINUTE_MS, active: 5 * MINUTE_MS, failing: 60 * MINUTE_MS } as const;

/** When the provider is asked next: not before a charge is due, unless something else is awaited. */
export function nextLook(
  state: MandateState,
  { now, covered }: { readonly now: Date; readonly covered: Date | undefined },
): Date {
  if (state === 'active' && covered && covered > now) return covered;
  return new Date(now.getTime() + (state === 'over' ? 0 : AGAIN_MS[state]));
}

/** True while charges may follow. */
export const isCharging = (state: MandateState): boolean =>
  state === 'active' || state === 'failing';
