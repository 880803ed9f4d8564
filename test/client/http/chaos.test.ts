import { expect, test } from 'vitest';
import { driveThroughFaults } from '../../support/kills/chaos-trial.ts';

test('whatever befalls requests, nothing is done twice and every outcome told is true', async () => {
  expect((await driveThroughFaults('undici', 1)).length).toBeGreaterThan(5);
}, 60_000);
