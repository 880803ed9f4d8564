import { expect, onTestFinished } from 'vitest';
import type { LongTermProof } from '../../../src/service/core/deps.ts';
import { sharedPdfWorkers } from '../pdf/pdf-worker.ts';
import { openAnyStore } from '../store/any-store.ts';
import { temporaryFolder } from '../store/database.ts';
import { openProof } from './a-proof.ts';
import { openAnotherTsa } from './another-tsa.ts';
import { aSentDocument, openSigningWorld, signAs } from './signing-world.ts';

/** A completed document whose timestamps are of an authority that ends after some days, and the proof of one that lasts for years. */
export async function aBriefProof(
  days: number,
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
) {
  const folder = await temporaryFolder();
  atEnd(folder.remove);
  const [store, pdf] = [await openAnyStore(), await sharedPdfWorkers()];
  const world = await openSigningWorld(folder.path, { store, pdf });
  atEnd(world.close);
  const { proof: lasting, faults, url } = await openProof(world, 'required', atEnd);
  const old = await openAnotherTsa(world.clock, days);
  const listsFor: LongTermProof['revocation']['listsFor'] = async (path) =>
    path.some((der) => der.equals(old.root.raw)) ? old.lists : lasting.revocation.listsFor(path);
  const roots = [...lasting.timestamps.roots, old.root.raw];
  const proofBy = (stamp: LongTermProof['timestamps']['stamp']): LongTermProof => {
    const timestamps = { ...lasting.timestamps, roots, stamp };
    return { policy: 'required', timestamps, revocation: { listsFor } };
  };
  const signing = { ...world, deps: { ...world.deps, proof: proofBy(old.stamp) } };
  const { documentId, signerIds, caller } = await aSentDocument(signing, 1);
  expect(await signAs(signing, signerIds[0] ?? '')).toBeNull();
  const { files } = world.deps;
  const headOf = async () => (await store.findDocument(documentId))?.head;
  const fileOf = async () => await files.read((await headOf())?.key ?? '');
  return { world, lasting, proofBy, faults, url, old, roots, documentId, caller, headOf, fileOf };
}
