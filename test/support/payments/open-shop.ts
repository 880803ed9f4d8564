import { afterAll } from 'vitest';
import type { PaymentProvider } from '../../../src/service/ports/payments.ts';
import { buildApp } from '../../../src/service/web/app.ts';
import { openService } from '../service/open-service.ts';
import { testPageFiles } from '../service/page-files.ts';
import { TEST_SHOP } from './test-shop.ts';

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
