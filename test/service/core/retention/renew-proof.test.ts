import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { pinOf } from '../../../../src/pdf/cms/certificates.ts';
import { bindToCertificate } from '../../../../src/pdf/verification/pair.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import { runRenewals } from '../../../../src/service/core/retention/run-retention.ts';
import { aBriefProof } from '../../../support/service/brief-proof.ts';

const DAY_MS = 86_400_000;
const EIGHT_YEARS = 8 * 365;

/** A document whose document timestamp is of an authority of eight years, and what renews it by one of 25. */
async function aWorld() {
  const { world, lasting, proofBy, roots, caller, ...document } = await aBriefProof(EIGHT_YEARS);
  let asked = 0;
  const errors: unknown[] = [];
  const proof = proofBy((sha256) => {
    asked += 1;
    return lasting.timestamps.stamp(sha256);
  });
  const deps = { ...world.deps, proof, onError: (error: unknown) => void errors.push(error) };
  return {
    ...{ ...document, deps, errors, clock: world.clock },
    asked: () => asked,
    certificate: async () => (await issueCertificate(deps, caller, document.documentId)).bytes,
    roots: roots.map((der) => new X509Certificate(der)),
    seals: [pinOf(new X509Certificate(world.authority.pki.seal.certificate))],
    advance: (days: number) => world.clock.advance(days * DAY_MS),
  };
}

test('a proof is renewed before it ends, and lasts beyond its first authority', async () => {
  const { deps, documentId, clock, roots, advance, ...world } = await aWorld();
  const before = await world.fileOf();
  const certificate = await world.certificate();
  expect(await runRenewals(deps)).toBe(0);
  expect(world.asked()).toBe(0);
  advance(EIGHT_YEARS - 60);
  expect(await runRenewals(deps)).toBe(1);
  expect(world.errors).toEqual([]);
  const after = await world.fileOf();
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  const renewed = await verifyPdf(after, { roots, now: clock.now() });
  expect(renewed).toMatchObject({ verified: true, level: 'PAdES B-LTA' });
  const [entry] = await deps.store.readAudit(documentId, { type: 'evidence.renewed' });
  const { sha256, level, proofEndsAt: endsAt } = renewed;
  expect(entry?.data).toEqual({ sha256, level, endsAt });
  for (const about of [certificate, await world.certificate()]) {
    const verdict = await verifyPdf(about, { roots, seals: world.seals, now: clock.now() });
    expect(bindToCertificate(renewed, verdict)).toMatchObject({ bound: true, verified: true });
  }
  advance(400);
  expect((await verifyPdf(before, { roots, now: clock.now() })).level).toBe('PAdES B-B');
  expect((await verifyPdf(after, { roots, now: clock.now() })).level).toBe('PAdES B-LTA');
  expect(await runRenewals(deps)).toBe(0);
});

test('two processes renew a document once', async () => {
  const { deps, documentId, advance } = await aWorld();
  advance(EIGHT_YEARS - 60);
  const renewed = await Promise.all([runRenewals(deps), runRenewals(deps)]);
  expect(renewed.toSorted()).toEqual([0, 1]);
  const entries = await deps.store.readAudit(documentId, { type: 'evidence.renewed' });
  expect(entries).toHaveLength(1);
});

test('without a timestamp the file stays as it is, and is tried again after a week', async () => {
  const { deps, faults, errors, headOf, advance } = await aWorld();
  const head = await headOf();
  advance(EIGHT_YEARS - 60);
  faults.set({ fault: 'no-timestamp', times: 'always', delayMs: 0 });
  expect(await runRenewals(deps)).toBe(0);
  expect(errors).toMatchObject([{ name: 'TimestampUnavailable' }]);
  expect(await headOf()).toEqual(head);
  faults.clear();
  advance(6);
  expect(await runRenewals(deps)).toBe(0);
  advance(1);
  expect(await runRenewals(deps)).toBe(1);
  expect(errors).toHaveLength(1);
});

test('a document of which nothing is known yet is looked at, and costs no timestamp', async () => {
  const { deps, documentId, asked, clock, headOf } = await aWorld();
  const head = await headOf();
  const document = await deps.store.findDocument(documentId);
  const [renewAt, updatedAt] = [clock.now(), document?.updatedAt ?? clock.now()];
  await deps.store.transaction((tx) => tx.changeDocument(documentId, { renewAt, updatedAt }));
  expect(await runRenewals(deps)).toBe(0);
  expect([asked(), await headOf()]).toEqual([0, head]);
  const now = new Date(clock.now().getTime() + (EIGHT_YEARS - 100) * DAY_MS);
  expect(await deps.store.claimRenewal({ now, until: now })).toBeUndefined();
});
