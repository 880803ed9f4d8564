import { expect, test } from 'vitest';
import { trySandboxes } from '../support/service-trial.ts';

const LONGEST_MS = 600_000;

test(
  'kill -9 of the service in the middle of its events loses none of them and changes no byte',
  async () => {
    const told = await trySandboxes({ sandboxes: 1, kills: 2 });
    expect(told.midStream).toBe(2);
    expect(told.events).toBeGreaterThan(told.midStream);
  },
  LONGEST_MS,
);
