import { verifySendCrash } from '../service/core/documents/verify-send-crash.ts';
import { makeSigningWorld } from '../support/service/make-signing-world.ts';

const world = await makeSigningWorld();

verifySendCrash(world, [
  { ends: 'step', when: 'before' },
  { ends: 'step', when: 'after' },
]);
