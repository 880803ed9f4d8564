import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expireAttempts } from '../../../../src/service/core/signing/end-attempt.ts';
import { crashAt, untilCrash } from '../../../support/kills/crash-at.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { beginOk, finish, signAs } from '../../../support/service/signing-world.ts';
import { aSigner, expectSignedOnce, txnOf } from './one-signature.ts';

const MINUTE_MS = 60_000;
const ROUNDS = 9;
const { signal } = new AbortController();

const world = await makeSigningWorld();

/** The names of a document's files, without what is chosen by chance, and their bytes in all. */
async function filesOf(documentId: string): Promise<{ kinds: string[]; bytes: number }> {
  const folder = join(world.filesFolder, 'documents', documentId);
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const kinds = names.map((name) => name.replace(/[-.].*/, '')).sort();
  return { kinds, bytes: sizes.reduce((all, size) => all + size, 0) };
}

/** Ends an attempt with an answer whose signature cannot be embedded; making one takes long. */
async function endUnsound(request: string): Promise<void> {
  const swapped = await world.authority.answer(request, { cms: Buffer.from('none') });
  expect((await finish(world.deps, swapped))?.reason).toBe('unsound');
}

/** The other ways in which an attempt can end without a signature. */
const ENDINGS = [
  async (request: string) => void (await finish(world.deps, world.authority.refuse(request))),
  async (request: string) => {
    const malformed = finish(world.deps, 'garbage', txnOf(request));
    await expect(malformed).rejects.toMatchObject({ reason: 'malformed' });
  },
  async () => world.clock.advance(20 * MINUTE_MS),
];

test(`${ROUNDS} attempts that end without a signature leave the folder as large as it was`, async () => {
  const { documentId, signerId } = await aSigner(world);
  const before = await filesOf(documentId);
  expect(before.kinds).toEqual(['original', 'prepared']);
  for (let round = 0; round < ROUNDS; round += 1) {
    const request = await beginOk(world.deps, signerId);
    await (round === 0 ? endUnsound : ENDINGS[round % ENDINGS.length])?.(request);
    world.clock.advance(6 * MINUTE_MS);
  }
  world.clock.advance(30 * MINUTE_MS);
  await expireAttempts(world.deps, signal);
  expect(await filesOf(documentId)).toEqual(before);
  expect(await signAs(world, signerId)).toBeNull();
  expect((await filesOf(documentId)).kinds).toEqual(['original', 'prepared', 'signed']);
  await expectSignedOnce(world, documentId, 'in the end');
});

test('an attempt that nobody answers is ended once no answer to it would be recent enough', async () => {
  const { documentId, signerId } = await aSigner(world);
  const answer = await world.authority.answer(await beginOk(world.deps, signerId));
  world.clock.advance(44 * MINUTE_MS);
  await expireAttempts(world.deps, signal);
  expect((await filesOf(documentId)).kinds).toEqual(['attempt', 'original', 'prepared']);
  world.clock.advance(2 * MINUTE_MS);
  await expireAttempts(world.deps, signal);
  expect((await filesOf(documentId)).kinds).toEqual(['original', 'prepared']);
  expect((await finish(world.deps, answer))?.reason).toBe('session_over');
  expect(await signAs(world, signerId)).toBeNull();
});

test('a stored answer keeps its prepared file, however late it is', async () => {
  const { documentId, signerId } = await aSigner(world);
  const answer = await world.authority.answer(await beginOk(world.deps, signerId));
  const stored = { at: 2, when: 'after', ends: 'process' } as const;
  await untilCrash(() => finish(crashAt(world.deps, stored).deps, answer));
  world.clock.advance(48 * 60 * MINUTE_MS);
  await expireAttempts(world.deps, signal);
  expect((await finish(world.deps, answer))?.reason).toBeNull();
  await expectSignedOnce(world, documentId, 'in the end');
});

test('a file that cannot be removed changes nothing for the signer', async () => {
  const { documentId, signerId } = await aSigner(world);
  const answer = await world.authority.answer(await beginOk(world.deps, signerId));
  const remove = () => Promise.reject(new Error('the disk hangs'));
  const deps = { ...world.deps, files: { ...world.deps.files, remove } };
  expect((await finish(deps, answer))?.reason).toBeNull();
  await expectSignedOnce(world, documentId, 'in the end');
});
