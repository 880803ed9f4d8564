import { expect, test } from 'vitest';
import { ESP_FAILURES } from '../../../../src/sandbox/authority/requests/esp-failures.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { declineDocument } from '../../../../src/service/core/signing/decline-document.ts';
import { looksOf } from '../../../../src/service/operations/serve/operator-looks.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { beginOk, finish, signAs } from '../../../support/service/signing-world.ts';
import { askedFor } from '../../../support/service/test-authority.ts';
import { aSigner } from './one-signature.ts';

const HOUR_MS = 3600_000;
const world = await makeSigningWorld();
const { deps } = world;
const { links, clock } = deps;
const FROM = { actor: 'visitor', ip: null, userAgent: null, requestId: null };

async function failBy(failure: (typeof ESP_FAILURES)[keyof typeof ESP_FAILURES]): Promise<void> {
  const request = await beginOk(deps, (await aSigner(world)).signerId);
  await finish(deps, world.authority.refuse(request, failure), askedFor(request).txn);
}

async function declineAtAuthority(): Promise<void> {
  const { signerId } = await aSigner(world);
  await beginOk(deps, signerId);
  const token = signingToken(links.secret, { signerId, linkGeneration: 0 });
  await declineDocument(deps, { token, reason: '', origin: FROM });
}

test('attempts of a day are counted by how they ended, with shares of those that ended', async () => {
  await signAs(world, (await aSigner(world)).signerId);
  await signAs(world, (await aSigner(world)).signerId);
  await failBy(ESP_FAILURES.declined);
  await declineAtAuthority();
  await failBy(ESP_FAILURES.expired);
  await failBy(ESP_FAILURES.noMobile);
  await failBy(ESP_FAILURES.broken);
  await beginOk(deps, (await aSigner(world)).signerId);
  const counts = { signed: 2, left: 2, timedOut: 1, failed: 2, waiting: 1 };
  expect(await looksOf(deps).listOutcomes()).toEqual([
    {
      ...{ gateway: expect.any(String), isOpen: false, ended: 7, ...counts },
      ...{ signedPercent: 28.6, leftPercent: 28.6, timedOutPercent: 14.3, failedPercent: 28.6 },
    },
  ]);
});

test('an attempt whose session is over counts as timed out, before housekeeping ends it; after a day nothing counts', async () => {
  const at = (ms: number) => deps.store.countOutcomes(new Date(clock.now().getTime() + ms));
  expect(await at(HOUR_MS)).toMatchObject([{ signed: 2, timedOut: 2, waiting: 0 }]);
  expect(await at(25 * HOUR_MS)).toEqual([]);
});
