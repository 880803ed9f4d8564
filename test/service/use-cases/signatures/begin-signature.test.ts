import { expect, test } from 'vitest';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { makeSigningWorld } from '../../../support/make-signing-world.ts';
import { aCaller, aDraft, send, signAs } from '../../../support/signing-world.ts';
import { aSigner as aStoredSigner } from '../../ports/store-builders.ts';

const world = await makeSigningWorld();

test('a signer whose name was stored before names had a limit can sign', async () => {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 0);
  const signer = aStoredSigner(1, { name: 'अनिता '.repeat(LIMITS.signerNameLength).trim() });
  await world.deps.store.transaction((tx) => tx.insertSigners(documentId, [signer]));
  await send(world.deps, caller, documentId);
  expect(await signAs(world, signer.signerId)).toBeNull();
});
