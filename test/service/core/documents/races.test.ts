import { describe } from 'vitest';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { verifyAnswerRaces } from '../signing/verify-answer-races.ts';
import { verifyClosingRaces } from '../signing/verify-closing-races.ts';
import { verifyTabRaces } from '../signing/verify-tab-races.ts';
import { verifySendRaces } from './verify-send-races.ts';

const world = await makeSigningWorld();

describe('sends', () => verifySendRaces(() => world));
describe('tabs', () => verifyTabRaces(() => world));
describe('answers', () => verifyAnswerRaces(() => world));
describe('closings', () => verifyClosingRaces(() => world));
