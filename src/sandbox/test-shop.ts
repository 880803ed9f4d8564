import type { Billing, Clock } from '../service/index.ts';
import { DEFAULT_PRICES, SandboxPayments } from '../service/index.ts';

/** A month of API access, in paise with GST: ₹1,180.00. */
const MONTH_PAISE = 118_000;

/** Payments move no money, and invoices are tests. A restart forgets pending payments. */
export const testShop = (clock: Clock): Billing => ({
  payments: new SandboxPayments({ clock }),
  supplier: {
    legalName: 'TEST seller of the esign sandbox',
    address: '1 Test Road, Bengaluru',
    state: '29',
    gstin: null,
    sac: '998319',
  },
  prices: { ...DEFAULT_PRICES, monthPaise: MONTH_PAISE },
});
