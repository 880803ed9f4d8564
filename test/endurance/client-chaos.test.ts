import { expect, test } from 'vitest';
import { FAULTS } from '../support/kills/chaos-proxy.ts';
import { driveThroughFaults } from '../support/kills/chaos-trial.ts';

test.each(['node:http', 'undici', 'fetch'] as const)(
  'however often each fault befalls requests over %s, nothing is done twice and every outcome told is true',
  async (transport) => {
    const met = await driveThroughFaults(transport, 2);
    expect(met.sort()).toEqual(Object.values(FAULTS).flat().sort());
  },
  280_000,
);
