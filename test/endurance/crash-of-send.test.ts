import { afterAll, beforeAll } from 'vitest';
import { verifySendCrash } from '../service/use-cases/documents/verify-send-crash.ts';
import { makeSigningWorld } from '../support/make-signing-world.ts';
import type { SigningWorld } from '../support/signing-world.ts';

let world: SigningWorld;
beforeAll(async () => {
  world = await makeSigningWorld();
});
afterAll(() => world.close());

verifySendCrash(
  () => world,
  [
    { ends: 'process', when: 'before' },
    { ends: 'process', when: 'after' },
    { ends: 'step', when: 'before' },
    { ends: 'step', when: 'after' },
  ],
);
