import { afterAll, beforeAll, describe } from 'vitest';
import { verifyAnswerRaces } from '../service/use-cases/verify-answer-races.ts';
import { verifySendRaces } from '../service/use-cases/verify-send-races.ts';
import { verifyTabRaces } from '../service/use-cases/verify-tab-races.ts';
import { makeSigningWorld } from '../support/make-signing-world.ts';
import { openPostgresTestStore } from '../support/postgres.ts';
import type { SigningWorld } from '../support/signing-world.ts';

let world: SigningWorld;

beforeAll(async () => {
  world = await makeSigningWorld(openPostgresTestStore);
});

afterAll(() => world.close());

describe('sends on PostgreSQL', () => verifySendRaces(() => world));
describe('tabs on PostgreSQL', () => verifyTabRaces(() => world));
describe('answers on PostgreSQL', () => verifyAnswerRaces(() => world));
