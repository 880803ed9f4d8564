import { expect, test } from 'vitest';
import type { CallScenario } from '../../support/client/shared-calls.ts';
import { playCall, scripted } from '../../support/client/shared-calls.ts';
import { sharedFixture } from '../../support/client/shared-fixture.ts';

test.each(sharedFixture<CallScenario[]>('calls'))('$name, as in Python', async (scenario) => {
  const { done, result } = await playCall(scenario);
  expect(done).toEqual(scripted(scenario));
  expect(result).toEqual(scenario.result);
});
