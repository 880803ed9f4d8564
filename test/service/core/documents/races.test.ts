import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { openLink } from '../../../../src/service/core/links/open-link.ts';
import { meetEverywhere } from '../../../support/kills/interleave.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import { begin, beginOk, finish } from '../../../support/service/signing-world.ts';
import { aSigner } from '../signing/one-signature.ts';
import { verifyAnswerRaces } from '../signing/verify-answer-races.ts';
import { verifyClosingRaces } from '../signing/verify-closing-races.ts';
import { verifyTabRaces } from '../signing/verify-tab-races.ts';
import { verifySendRaces } from './verify-send-races.ts';

const world = await makeSigningWorld();

describe('sends', () => verifySendRaces(world));
describe('tabs', () => verifyTabRaces(world));
describe('answers', () => verifyAnswerRaces(world));
describe('closings', () => verifyClosingRaces(world));

type Answer = (request: string) => Promise<string> | string;
type Work = (deps: SigningWorld['deps'], signerId: string) => Promise<unknown>;

/** Begins, and returns the step that posts the authority's answer. */
const bringing = (answer: Answer) => async (signerId: string) => {
  const brought = await answer(await beginOk(world.deps, signerId));
  return (deps: SigningWorld['deps']) => finish(deps, brought);
};
const beginning = async (): Promise<Work> => begin;

test.each([
  ['a beginning', beginning],
  ['a signature', bringing((request) => world.authority.answer(request))],
  ['a refusal', bringing((request) => world.authority.refuse(request))],
  [
    'a foreign signature',
    bringing((request) => world.authority.answer(request, { cms: Buffer.from('none') })),
  ],
])('the trail of %s that waits for others keeps the order of its times', async (_what, ready) => {
  await meetEverywhere(world.deps, async () => {
    const { documentId, signerId, secondId } = await aSigner(world, 2);
    const work = await ready(signerId);
    const token = signingToken(world.deps.links.secret, { signerId: secondId, linkGeneration: 0 });
    return {
      main: async (deps) => void (await work(deps, signerId)),
      other: async () => {
        world.clock.advance(1000);
        await openLink(world.deps, { token, origin: SYSTEM });
      },
      check: async (point) => {
        const times = (await world.deps.store.readAudit(documentId)).map(({ at }) => at);
        expect(times, point).toEqual([...times].sort());
      },
    };
  });
});
