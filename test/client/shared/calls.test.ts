import { expect, test } from 'vitest';
import type { CallScenario } from '../../support/shared-calls.ts';
import { playCall, scripted } from '../../support/shared-calls.ts';
import { sharedFixture } from '../../support/shared-fixture.ts';

test.each(sharedFixture<CallScenario[]>('calls'))('$name, as in Python', async (scenario) => {
  const { done, result } = await playCall(scenario);
  expect(done).toEqual(scripted(scenario));
  expect(result).toEqual(scenario.result);
});
