import { randomUUID } from 'node:crypto';
import { nextMonth } from '../../billing/access.rules.ts';
import type { MandateState } from '../../billing/orders/mandate.rules.ts';
import type { Payment } from '../../billing/orders/order.rules.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  FoundMandate,
  MandateChoice,
  MandateProvider,
  MandateRequest,
  ShownMandate,
} from '../../ports/payments.ts';

interface KeptMandate {
  readonly providerId: string;
  readonly request: MandateRequest;
  state: MandateState;
  /** When the next charge is due; null unless authorised. */
  nextAt: Date | null;
  next: 'pay' | 'fail';
  readonly charges: Payment[];
}

/** Mandates that move no money. Charges fall due by the clock; a person chooses their outcome. */
export class SandboxMandates implements MandateProvider {
  readonly #clock: Clock;
  readonly #kept = new Map<string, KeptMandate>();

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  async startMandate(request: MandateRequest): Promise<FoundMandate> {
    const providerId = `sub_TEST_${randomUUID().replaceAll('-', '')}`;
    const kept: KeptMandate = {
      ...{ providerId, request, state: 'open', nextAt: null, next: 'pay', charges: [] },
    };
    this.#kept.set(providerId, kept);
    return foundOf(kept);
  }

  async findMandate({ providerId }: { readonly providerId: string }) {
    const kept = this.#upToDate(providerId);
    return kept && foundOf(kept);
  }

  async cancelMandate({ providerId }: { readonly providerId: string }): Promise<void> {
    const kept = this.#upToDate(providerId);
    if (kept) end(kept);
  }

  /** Undefined for an unknown mandate. */
  show(providerId: string): ShownMandate | undefined {
    const kept = this.#upToDate(providerId);
    return kept && { ...kept.request, ...kept };
  }

  /** False for an unknown mandate. A finished one stays as it is. */
  choose(providerId: string, choice: MandateChoice): boolean {
    const kept = this.#upToDate(providerId);
    if (!kept) return false;
    if (kept.state === 'over') return true;
    if (choice === 'pay' || choice === 'fail') kept.next = choice;
    if (choice === 'authorise' && kept.state === 'open') {
      kept.state = 'active';
      kept.nextAt = kept.request.startsAt ?? this.#clock.now();
    }
    if (choice === 'cancel' || (choice === 'refuse' && kept.state === 'open')) end(kept);
    this.#upToDate(providerId);
    return true;
  }

  /** Makes the charges that have fallen due. */
  #upToDate(providerId: string): KeptMandate | undefined {
    const kept = this.#kept.get(providerId);
    const now = this.#clock.now();
    if (kept?.state === 'open' && kept.request.expiresAt <= now) end(kept);
    while (kept?.nextAt && kept.nextAt <= now) {
      if (kept.next === 'fail') {
        kept.state = 'failing';
        break;
      }
      charge(kept, kept.state === 'failing' ? now : kept.nextAt);
    }
    return kept;
  }
}

function end(kept: KeptMandate): void {
  kept.state = 'over';
  kept.nextAt = null;
}

/** Charges a month. A failed charge is made late, and missed months never. */
function charge(kept: KeptMandate, paidAt: Date): void {
  const { paise } = kept.request;
  kept.charges.push({ paymentId: `pay_TEST_${randomUUID()}`, paise, currency: 'INR', paidAt });
  do kept.nextAt = nextMonth(kept.nextAt ?? paidAt);
  while (kept.nextAt <= paidAt);
  kept.state = 'active';
}

const foundOf = ({ providerId, state, charges }: KeptMandate): FoundMandate => ({
  providerId,
  url: `/payments/sandbox/mandates/${providerId}`,
  state,
  charges: [...charges],
});
