import { expect, test } from 'vitest';
import { killDeliveries } from '../support/embedded-delivery-trial.ts';

test('sixteen kills in the middle of streams of events lose none, and send none with other bytes', async () => {
  expect(await killDeliveries([4, 4, 4, 4])).toBeGreaterThan(0);
}, 240_000);
