import { X509Certificate } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { openPki } from '../../../../src/sandbox/authority/pki/pki.ts';
import type { EspFailure } from '../../../../src/sandbox/authority/requests/esp-failures.ts';
import { ESP_FAILURES } from '../../../../src/sandbox/authority/requests/esp-failures.ts';
import type { ServiceDeps } from '../../../../src/service/core/deps.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { readView } from '../../../../src/service/core/links/open-link.ts';
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

const failAt = async (deps: ServiceDeps, failure: EspFailure = ESP_FAILURES.broken) => {
  const { signerId } = await aSigner(world);
  const request = await beginOk(deps, signerId);
  const { txn } = askedFor(request);
  await finish(deps, world.authority.refuse(request, failure), txn);
};

/** Failures of a gateway's service, each of another signer. */
const fail = async (deps: ServiceDeps, times: number) => {
  for (let count = 0; count < times; count += 1) await failAt(deps);
};

const attemptOf = async (request: string) =>
  await world.deps.store.findAttempt(askedFor(request).txn);

/** The gateway of a new signer's attempt. */
async function nextGateway(deps: ServiceDeps): Promise<string | null | undefined> {
  const { signerId } = await aSigner(world);
  return (await attemptOf(await beginOk(deps, signerId)))?.gateway;
}

const viewOf = async (deps: ServiceDeps, signerId: string) =>
  await readView(deps, signingToken(deps.links.secret, { signerId, linkGeneration: 0 }));

test('after five failures of the first authority, the next signer signs at the second, and the document holds both', async () => {
  const { deps, one, two } = twoGateways();
  const { documentId, signerIds } = await aSentDocument(world, 2);
  const [first = '', second = ''] = signerIds;
  const begun = await beginOk(deps, first);
  expect((await finish(deps, await world.authority.answer(begun)))?.reason).toBeNull();
  await fail(deps, 4);
  expect((await viewOf(deps, second))?.gateway).toEqual(one.names);
  await fail(deps, 1);
  expect((await viewOf(deps, second))?.gateway).toEqual(two.names);
  const request = await beginOk(deps, second);
  expect(await attemptOf(request)).toMatchObject({ gateway: two.id, reserve: 20_000 });
  expect((await finish(deps, await other.answer(request)))?.reason).toBeNull();

  const document = await deps.store.findDocument(documentId);
  const bytes = await deps.files.read(document?.head?.key ?? '');
  const trusted = async (...ders: readonly Buffer[]) => {
    const roots = ders.map((der) => new X509Certificate(der));
    const { intact, signatures } = await verifyPdf(bytes, { roots });
    expect(intact).toBe(true);
    return signatures.map((signature) => signature.trusted);
  };
  expect(await trusted(world.authority.pki.root, other.pki.root)).toEqual([true, true]);
  expect(await trusted(other.pki.root)).toEqual([false, true]);
});

test('signers who cancel, or whose identity is refused, open no breaker', async () => {
  const { deps, one } = twoGateways();
  for (let count = 0; count < 4; count += 1) {
    await failAt(deps, ESP_FAILURES.declined);
    await failAt(deps, ESP_FAILURES.locked);
  }
  expect(await nextGateway(deps)).toBe(one.id);
});

test('after a minute one signer goes to the authority that failed, and everybody once that one has signed', async () => {
  const { deps, one, two } = twoGateways();
  await fail(deps, 5);
  expect(await nextGateway(deps)).toBe(two.id);
  world.clock.advance(MINUTE_MS);
  const { signerId, documentId } = await aSigner(world);
  const probe = await beginOk(deps, signerId);
  expect(await attemptOf(probe)).toMatchObject({ gateway: one.id });
  expect(await nextGateway(deps)).toBe(two.id);
  await finish(deps, await world.authority.answer(probe));
  await expectSignedOnce({ ...world, deps }, documentId, 'as the probe');
  expect(await nextGateway(deps)).toBe(one.id);
});

test('a probe that fails keeps the others away for another minute', async () => {
  const { deps, one, two } = twoGateways();
  await fail(deps, 5);
  world.clock.advance(MINUTE_MS);
  await fail(deps, 1);
  expect(await nextGateway(deps)).toBe(two.id);
  world.clock.advance(MINUTE_MS);
  expect(await nextGateway(deps)).toBe(one.id);
});

test('the first authority is asked while both fail', async () => {
  const { deps, one } = twoGateways();
  await fail(deps, 5);
  for (let count = 0; count < 5; count += 1) {
    const request = await beginOk(deps, (await aSigner(world)).signerId);
    await finish(deps, other.refuse(request, ESP_FAILURES.broken));
  }
  expect(await nextGateway(deps)).toBe(one.id);
});

test('a signer who consented to an authority that fails by now has to consent to the other one', async () => {
  const { deps, one } = twoGateways();
  const { signerId } = await aSigner(world);
  await fail(deps, 5);
  expect(await begin(deps, signerId, one.id)).toEqual({ state: 'authority-changed' });
  expect((await begin(deps, signerId)).state).toBe('at_gateway');
});

test('of those who consented to it before, one is let through as a probe', async () => {
  const { deps, one } = twoGateways();
  await fail(deps, 5);
  world.clock.advance(MINUTE_MS);
  const signers = [await aSigner(world), await aSigner(world), await aSigner(world)];
  const begun = await Promise.all(signers.map(({ signerId }) => begin(deps, signerId, one.id)));
  expect(begun.map(({ state }) => state).sort()).toEqual([
    'at_gateway',
    'authority-changed',
    'authority-changed',
  ]);
});

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
  expect(await resumeLater({ ...world, deps: lacking })).toMatchObject([
    { name: 'GatewayMissing' },
  ]);
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
