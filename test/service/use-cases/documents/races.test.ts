import { describe } from 'vitest';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { verifyAnswerRaces } from '../signatures/verify-answer-races.ts';
import { verifyClosingRaces } from '../signatures/verify-closing-races.ts';
import { verifyTabRaces } from '../signatures/verify-tab-races.ts';
import { verifySendRaces } from './verify-send-races.ts';

const world = await makeSigningWorld();

describe('sends', () => verifySendRaces(() => world));
describe('tabs', () => verifyTabRaces(() => world));
describe('answers', () => verifyAnswerRaces(() => world));
describe('closings', () => verifyClosingRaces(() => world));
