import { afterAll } from 'vitest';
import { makeSigningWorld } from '../../../support/make-signing-world.ts';
import { verifySendCrash } from './verify-send-crash.ts';

const world = await makeSigningWorld();
afterAll(() => world.close());

verifySendCrash(() => world, [{ ends: 'process', when: 'after' }]);
