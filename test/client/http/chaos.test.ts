import { expect, test } from 'vitest';
import { driveThroughFaults } from '../../support/chaos-trial.ts';

test.each(['node:http', 'undici'] as const)(
  'whatever befalls requests over %s, nothing is done twice and every outcome told is true',
  async (transport) => {
    expect((await driveThroughFaults(transport, 1)).length).toBeGreaterThan(5);
  },
  60_000,
);
