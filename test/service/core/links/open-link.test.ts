import { expect, test } from 'vitest';
import { chainFault } from '../../../../src/contract/audit-chain.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { readEntry } from '../../../../src/service/core/evidence/audit-personal.rules.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { openLink, readView } from '../../../../src/service/core/links/open-link.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aCaller, aDraft, aSentDocument } from '../../../support/service/signing-world.ts';

const world = await makeSigningWorld();

const ORIGIN = { ...SYSTEM, ip: '192.0.2.7', userAgent: 'Browser/1.0', requestId: 'req-1' };
const tokenOf = (signerId: string) =>
  signingToken(world.deps.links.secret, { signerId, linkGeneration: 0 });
const open = (signerId: string) =>
  openLink(world.deps, { token: tokenOf(signerId), origin: ORIGIN });

async function openings(documentId: string) {
  const audit = await world.deps.store.readAudit(documentId);
  expect(chainFault(audit)).toBeUndefined();
  return audit.filter(({ type }) => type === 'link.opened').map(readEntry);
}

test('the first opening is recorded with who and from where, later ones are not', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 1);
  const [signerId = ''] = signerIds;
  expect(await open(signerId)).toMatchObject({ state: 'your-turn', documentId });
  const { openedAt } = (await world.deps.store.findDocument(documentId))?.signers[0] ?? {};
  world.clock.advance(60_000);
  expect(await open(signerId)).toMatchObject({ state: 'your-turn' });
  const document = await world.deps.store.findDocument(documentId);
  expect(document?.signers[0]?.openedAt).toEqual(openedAt);
  expect(openedAt).toEqual(document?.updatedAt);
  const actor = `signer:${signerId}`;
  expect(await openings(documentId)).toMatchObject([
    { actor, ip: '192.0.2.7', userAgent: 'Browser/1.0', requestId: 'req-1', data: { signerId } },
  ]);
});

test('a link opened five times at once is recorded once', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 1);
  await Promise.all(Array.from({ length: 5 }, () => open(signerIds[0] ?? '')));
  expect(await openings(documentId)).toHaveLength(1);
});

test('a link opened before its turn waits, and is recorded', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 2);
  const [first, second = ''] = signerIds;
  const view = await open(second);
  expect(view).toMatchObject({ state: 'waiting', downloadUrl: null });
  expect(view?.signers.map(({ isYou, isNext }) => [isYou, isNext])).toEqual([
    [false, true],
    [true, false],
  ]);
  const opened = (await world.deps.store.findDocument(documentId))?.signers;
  expect(opened?.find(({ signerId }) => signerId === first)?.openedAt).toBeNull();
  expect(opened?.find(({ signerId }) => signerId === second)?.openedAt).toBeInstanceOf(Date);
});

test('looking without opening records nothing', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 1);
  expect(await readView(world.deps, tokenOf(signerIds[0] ?? ''))).toMatchObject({
    state: 'your-turn',
  });
  expect(await openings(documentId)).toEqual([]);
});

test('a link of a document that is not sent, or that the service did not make, is unknown', async () => {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 1);
  const [signer] = (await world.deps.store.findDocument(documentId))?.signers ?? [];
  expect(await open(signer?.signerId ?? '')).toBeUndefined();
  expect(await open('sgn_nobody')).toBeUndefined();
  const { signerIds } = await aSentDocument(world, 1);
  const forged = signingToken(Buffer.alloc(32, 9), {
    signerId: signerIds[0] ?? '',
    linkGeneration: 0,
  });
  expect(await openLink(world.deps, { token: forged, origin: ORIGIN })).toBeUndefined();
});
