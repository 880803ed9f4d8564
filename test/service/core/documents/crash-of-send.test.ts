import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { verifySendCrash } from './verify-send-crash.ts';

const world = await makeSigningWorld();

verifySendCrash(() => world, [{ ends: 'process', when: 'after' }]);
