import { test } from 'vitest';
import { killDeliveries } from '../../../support/embedded-delivery-trial.ts';

test('kills in the middle of a stream of events lose none, and send none with other bytes', async () => {
  await killDeliveries([3]);
}, 120_000);
