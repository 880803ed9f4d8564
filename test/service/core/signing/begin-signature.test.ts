import { expect, test } from 'vitest';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { FileMissing } from '../../../../src/service/ports/file-store.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import {
  aCaller,
  aDraft,
  begin,
  beginOk,
  finish,
  send,
  signAs,
} from '../../../support/service/signing-world.ts';
import { aSigner as aStoredSigner } from '../../ports/store-builders.ts';
import { aSigner } from './one-signature.ts';

const MINUTE_MS = 60_000;

const world = await makeSigningWorld();

/** An attempt that the signer cancels. */
async function beginAndCancel(signerId: string): Promise<void> {
  await finish(world.deps, world.authority.refuse(await beginOk(world.deps, signerId)));
}

test('a signer whose name was stored before names had a limit can sign', async () => {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 0);
  const signer = aStoredSigner(1, { name: 'अनिता '.repeat(LIMITS.signerNameLength).trim() });
  await world.deps.store.transaction((tx) => tx.insertSigners(documentId, [signer]));
  await send(world.deps, caller, documentId);
  expect(await signAs(world, signer.signerId)).toBeNull();
});

test('a signer begins ten times within an hour, and again once the first of them is an hour old', async () => {
  const { signerId } = await aSigner(world);
  for (let count = 0; count < 10; count += 1) {
    await beginAndCancel(signerId);
    world.clock.advance(MINUTE_MS);
  }
  const later = await begin(world.deps, signerId);
  if (later.state !== 'later') expect.unreachable();
  const wait = later.retryAt.getTime() - world.clock.now().getTime();
  expect(wait).toBeGreaterThan(49 * MINUTE_MS);
  expect(wait).toBeLessThanOrEqual(50 * MINUTE_MS);
  world.clock.advance(wait - MINUTE_MS);
  expect((await begin(world.deps, signerId)).state).toBe('later');
  world.clock.advance(MINUTE_MS);
  expect((await begin(world.deps, signerId)).state).toBe('at_gateway');
});

test('another signer of the document has ten attempts of their own', async () => {
  const { signerId, secondId } = await aSigner(world, 2);
  for (let count = 0; count < 9; count += 1) await beginAndCancel(signerId);
  expect(await signAs(world, signerId)).toBeNull();
  expect(await signAs(world, secondId)).toBeNull();
});

test('a tab that prepares while another uses up the last attempt begins no further one', async () => {
  const { signerId } = await aSigner(world);
  for (let count = 0; count < 9; count += 1) await beginAndCancel(signerId);
  const written: string[] = [];
  const write = async (key: string, content: Buffer) => {
    await beginAndCancel(signerId);
    written.push(key);
    return await world.deps.files.write(key, content);
  };
  const deps = { ...world.deps, files: { ...world.deps.files, write } };
  expect((await begin(deps, signerId)).state).toBe('later');
  expect(written).toHaveLength(1);
  await expect(world.deps.files.read(written[0] ?? '')).rejects.toThrow(FileMissing);
});
