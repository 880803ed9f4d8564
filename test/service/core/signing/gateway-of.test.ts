import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { openPki } from '../../../../src/sandbox/authority/pki/pki.ts';
import type { ServiceDeps } from '../../../../src/service/core/deps.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import type { SignatureAttempt } from '../../../../src/service/core/signing/signature.rules.ts';
import { aGateway } from '../../../support/service/a-gateway.ts';
import {
  aSentDocument,
  begin,
  beginOk,
  finish,
  resumeLater,
} from '../../../support/service/signing-world.ts';
import { askedFor } from '../../../support/service/test-authority.ts';
import { makeTwoAuthorities } from '../../../support/service/two-authorities.ts';
import { aSigner, expectSignedOnce } from './one-signature.ts';

const MINUTE_MS = 60_000;

const { world, other, folder, twoGateways } = await makeTwoAuthorities();

test('an attempt returns to the authority that it was begun at, in whatever order the settings have them by then', async () => {
  const { deps, one, two } = twoGateways();
  const { documentId, signerId } = await aSigner(world);
  const answer = await world.authority.answer(await beginOk(deps, signerId));
  const demoted = { ...deps, gateways: [two, one] as const };
  expect((await finish(demoted, answer))?.reason).toBeNull();
  await expectSignedOnce({ ...world, deps: demoted }, documentId, 'after the order changed');
});

test('an answer of another authority than the attempt’s is refused, with and without an address', async () => {
  const { deps } = twoGateways();
  for (const isAddressed of [true, false]) {
    const { signerId } = await aSigner(world);
    const request = await beginOk(deps, signerId);
    const { txn } = askedFor(request);
    const forged = finish(deps, await other.answer(request), isAddressed ? txn : null);
    await expect(forged).rejects.toMatchObject({ reason: 'bad_gateway_signature' });
    const state = isAddressed ? 'failed' : 'at_gateway';
    expect(await deps.store.findAttempt(txn)).toMatchObject({ state });
  }
});

test('an attempt from before there were several is at the first gateway', async () => {
  const { deps } = twoGateways();
  const { documentId, signerId } = await aSigner(world);
  const transaction: ServiceDeps['store']['transaction'] = (work) =>
    deps.store.transaction((tx) => {
      const insertAttempt = (attempt: SignatureAttempt) =>
        tx.insertAttempt({ ...attempt, gateway: null });
      return work({ ...tx, insertAttempt });
    });
  const before = { ...deps, store: { ...deps.store, transaction } };
  const answer = await world.authority.answer(await beginOk(before, signerId));
  expect((await finish(deps, answer))?.reason).toBeNull();
  await expectSignedOnce({ ...world, deps }, documentId, 'after the upgrade');
});

test('an answer to an attempt whose authority the settings lack is kept, and embedded once they have it again', async () => {
  const { deps, two } = twoGateways();
  const { documentId, signerId } = await aSigner(world);
  const request = await beginOk(deps, signerId);
  const { txn } = askedFor(request);
  const lacking = { ...deps, gateways: [two] as const };
  const kept = await finish(lacking, await world.authority.answer(request), txn);
  expect(kept?.reason).toBe('gateway_missing');
  expect(await begin(lacking, signerId)).toEqual({ state: 'gateway_missing' });
  const failures = await resumeLater({ ...world, deps: lacking });
  expect(failures).toEqual([expect.objectContaining({ name: 'GatewayMissing' })]);
  world.clock.advance(60 * MINUTE_MS);
  expect(await resumeLater({ ...world, deps })).toEqual([]);
  await expectSignedOnce({ ...world, deps }, documentId, 'in the end');
});

test('a signature that waits to be embedded waits for its authority, too', async () => {
  const { deps, two } = twoGateways();
  const { documentId, signerId } = await aSigner(world);
  const answer = await world.authority.answer(await beginOk(deps, signerId));
  const stuck = { ...deps.files, read: () => Promise.reject(new Error('the disk hangs')) };
  await expect(finish({ ...deps, files: stuck }, answer)).rejects.toThrow('the disk hangs');
  const lacking = { ...deps, gateways: [two] as const };
  for (let count = 0; count < 4; count += 1) {
    expect(await resumeLater({ ...world, deps: lacking })).toHaveLength(1);
  }
  expect(await begin(lacking, signerId)).toEqual({ state: 'gateway_missing' });
  expect(await resumeLater({ ...world, deps })).toEqual([]);
  await expectSignedOnce({ ...world, deps }, documentId, 'in the end');
});

test('a new key for requests, and a new certificate of answers beside the old one, lose no attempt', async () => {
  const { deps, one } = twoGateways();
  const { documentId, signerId } = await aSigner(world);
  const answer = await world.authority.answer(await beginOk(deps, signerId));
  const next = await openPki(folder, world.clock.now());
  const { root, subCa, answer: old } = world.authority.pki;
  const renewed = aGateway(next, world.clock, {
    id: one.id,
    roots: [root],
    chain: [subCa.certificate],
    espCertificates: [next.answer.certificate, old.certificate],
  });
  const after = { ...deps, gateways: [renewed] as const };
  expect((await finish(after, answer))?.reason).toBeNull();
  await expectSignedOnce({ ...world, deps }, documentId, 'after the change');
});

test('a document that was signed at an authority which has left is completed, and gets its certificate', async () => {
  const { deps, one, two } = twoGateways();
  const { documentId, signerIds, caller } = await aSentDocument(world, 2);
  const [first = '', second = ''] = signerIds;
  const signed = await finish(deps, await world.authority.answer(await beginOk(deps, first)));
  expect(signed?.reason).toBeNull();
  const after = { ...deps, gateways: [two] as const };
  const answer = await other.answer(await beginOk(after, second));
  expect((await finish(after, answer))?.reason).toBeNull();
  expect(await deps.store.findDocument(documentId)).toMatchObject({ status: 'COMPLETED' });
  const { bytes } = await issueCertificate(after, caller, documentId);
  const evidence = Buffer.from((await PDF.load(bytes)).getAttachment('evidence.json') ?? []);
  expect(JSON.parse(evidence.toString()).signers).toMatchObject([
    { authentication: `one-time password, through ${one.name}` },
    { authentication: `one-time password, through ${two.name}` },
  ]);
});
