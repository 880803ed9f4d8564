import { DEFAULT_PRICES } from '../../../src/service/domain/billing/prices.ts';
import type { Billing } from '../../../src/service/use-cases/billing/billing-deps.ts';

/** What a shop of tests sells with, but for who takes its payments. */
export const TEST_SHOP: Omit<Billing, 'payments'> = {
  supplier: {
    legalName: 'TEST Signatures',
    address: '1 Test Road, Bengaluru',
    state: '29',
    gstin: null,
    sac: '998319',
  },
  prices: { ...DEFAULT_PRICES, monthPaise: 118_000 },
};
