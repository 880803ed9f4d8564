import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import type { EspFailure } from '../../../../src/sandbox/authority/requests/esp-failures.ts';
import { ESP_FAILURES } from '../../../../src/sandbox/authority/requests/esp-failures.ts';
import type { ServiceDeps } from '../../../../src/service/core/deps.ts';
import { readEntry } from '../../../../src/service/core/evidence/audit-personal.rules.ts';
import { completionFacts } from '../../../../src/service/core/evidence/completion-facts.ts';
import { signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { readView } from '../../../../src/service/core/links/open-link.ts';
import { aSentDocument, begin, beginOk, finish } from '../../../support/service/signing-world.ts';
import { askedFor } from '../../../support/service/test-authority.ts';
import { makeTwoAuthorities } from '../../../support/service/two-authorities.ts';
import { aSigner, expectSignedOnce } from './one-signature.ts';

const MINUTE_MS = 60_000;

const { world, other, twoGateways } = await makeTwoAuthorities();

const failAt = async (deps: ServiceDeps, failure: EspFailure = ESP_FAILURES.broken) => {
  const { signerId } = await aSigner(world);
  const request = await beginOk(deps, signerId);
  const { txn } = askedFor(request);
  await finish(deps, world.authority.refuse(request, failure), txn);
};

/** Failures of a gateway's service, each of another signer. */
async function fail(deps: ServiceDeps, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await failAt(deps);
}

const attemptOf = async (request: string) =>
  await world.deps.store.findAttempt(askedFor(request).txn);

/** The gateway of a new signer's attempt. */
async function nextGateway(deps: ServiceDeps): Promise<string | null | undefined> {
  const { signerId } = await aSigner(world);
  return (await attemptOf(await beginOk(deps, signerId)))?.gateway;
}

const viewOf = async (deps: ServiceDeps, signerId: string) =>
  await readView(deps, signingToken(deps.links.secret, { signerId, linkGeneration: 0 }));

const trailOf = async (documentId: string) =>
  (await world.deps.store.readAudit(documentId)).map(readEntry);

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

  const audit = await trailOf(documentId);
  const asked = audit.filter(({ type }) => type === 'otp.requested');
  expect(asked.map(({ data }) => data.gateway)).toEqual([one.name, two.name]);
  if (!document) expect.unreachable();
  const facts = completionFacts(deps, { document, audit, downloads: [], account: 'Example' });
  expect(facts.signers.map(({ authentication }) => authentication)).toEqual([
    `one-time password, through ${one.name}`,
    `one-time password, through ${two.name}`,
  ]);
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
    const { signerId } = await aSigner(world);
    const request = await beginOk(deps, signerId);
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
  const states = begun.map(({ state }) => state).sort();
  expect(states).toEqual(['at_gateway', 'authority-changed', 'authority-changed']);
});
