import type { Billing } from '../../../src/service/billing/billing-deps.ts';
import { DEFAULT_PRICES } from '../../../src/service/billing/prices.rules.ts';

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
