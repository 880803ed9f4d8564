import { afterAll, beforeAll } from 'vitest';
import { makeSigningWorld } from '../../../support/make-signing-world.ts';
import type { SigningWorld } from '../../../support/signing-world.ts';
import { verifySendCrash } from './verify-send-crash.ts';

let world: SigningWorld;
beforeAll(async () => {
  world = await makeSigningWorld();
});
afterAll(() => world.close());

verifySendCrash(() => world, [{ ends: 'process', when: 'after' }]);
