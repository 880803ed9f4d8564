import { expect, test } from 'vitest';
import { trySandboxes } from '../support/service-trial.ts';

const SANDBOXES = 3;
const KILLS = 34;
const LONGEST_MS = 1_800_000;

test(
  'kill -9 of the service at a hundred instants of its events loses none of them, invents none and changes no byte',
  async () => {
    const told = await trySandboxes({ sandboxes: SANDBOXES, kills: KILLS });
    expect(told.midStream).toBeGreaterThanOrEqual(100);
    expect(told.midDelivery).toBeGreaterThan(0);
    expect(told.starting).toBeGreaterThan(0);
    expect(told.events).toBeGreaterThan(told.midStream);
    expect(told.repeats).toBeGreaterThan(0);
    expect(told.recoveries).toBeGreaterThan(0);
  },
  LONGEST_MS,
);
