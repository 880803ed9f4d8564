import type { Clock } from '../ports/clock.ts';
import type { PaymentProvider } from '../ports/payments.ts';
import type { DocumentStore } from '../store/store.ts';
import type { Supplier } from './invoices/invoice.rules.ts';
import type { Prices } from './prices.rules.ts';

export interface Billing {
  readonly payments: PaymentProvider;
  readonly supplier: Supplier;
  readonly prices: Prices;
}

export interface BillingDeps {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly billing: Billing;
}
