import { afterAll } from 'vitest';
import { DEFAULT_PRICES } from '../../src/service/domain/billing/prices.ts';
import { buildApp } from '../../src/service/http/app.ts';
import type { PaymentProvider } from '../../src/service/ports/payments.ts';
import type { Billing } from '../../src/service/use-cases/billing/billing-deps.ts';
import { openService } from './open-service.ts';
import { testPageFiles } from './page-files.ts';

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

/** A service that sells, for all tests of a file. */
export async function openShop(openPayments: (clock: { now(): Date }) => PaymentProvider) {
  const service = await openService();
  const payments = openPayments(service.deps.clock);
  const deps = { ...service.deps, billing: { ...TEST_SHOP, payments } };
  const app = buildApp(deps, { logger: 'silent', pageFiles: await testPageFiles(service.files) });
  afterAll(async () => {
    await app.close();
    await service.close();
  });
  return { ...service, app, deps };
}
