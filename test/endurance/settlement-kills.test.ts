import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedStore } from '../../src/service/store/embedded/open-embedded.ts';
import { bundleVictim } from '../support/kills/bundle-victim.ts';
import {
  accountForSales,
  openSales,
  startSettling,
  VICTIM,
} from '../support/kills/settlement-trial.ts';
import { SETTLEMENT_STEPS } from '../support/payments/settlement-steps.ts';
import { embeddedOptions, temporaryFolder } from '../support/store/database.ts';

test('kill -9 at any step of a settlement leaves each payment to be granted and invoiced once, without a gap', async () => {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const options = await embeddedOptions(folder);
  const first = await openEmbeddedStore(options);
  const sales = await openSales(first, SETTLEMENT_STEPS.length + 3);
  await first.close();
  const victim = await bundleVictim(VICTIM);
  onTestFinished(() => victim.remove());
  const database = { folder };

  // Each life settles one order, and dies in the next.
  for (let step = 1; step <= SETTLEMENT_STEPS.length; step += 1) {
    const steps = ['store.listUnsettled', ...SETTLEMENT_STEPS, ...SETTLEMENT_STEPS.slice(0, step)];
    const { ended } = startSettling(victim.path, sales, { database, dieAt: steps.length });
    expect(await ended).toEqual({ code: null, signal: 'SIGKILL', steps });
  }
  const { ended } = startSettling(victim.path, sales, { database });
  expect(await ended).toMatchObject({ code: 0, signal: null });
  const store = await openEmbeddedStore(options);
  onTestFinished(() => store.close());
  await accountForSales(store, sales);
});
