import { X509Certificate } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { loadPdf } from '../../../../src/pdf/pdf-file.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { identityNamed } from '../../../../src/sandbox/authority/identities.ts';
import {
  issueSignature,
  openSigningContext,
} from '../../../../src/sandbox/authority/pki/issue-signature.ts';
import { signAnswer } from '../../../../src/sandbox/authority/requests/answer-signer.ts';
import type { KeyCaller } from '../../../../src/service/core/accounts/authenticate.ts';
import type { LongTermProof } from '../../../../src/service/core/deps.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import { startResuming } from '../../../../src/service/core/signing/resume-signatures.ts';
import { openProof } from '../../../support/service/a-proof.ts';
import { openAnotherTsa } from '../../../support/service/another-tsa.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import {
  aSentDocument,
  begin,
  beginOk,
  finish,
  resumeLater,
  signAs,
} from '../../../support/service/signing-world.ts';
import { askedFor } from '../../../support/service/test-authority.ts';

const plain = await makeSigningWorld();
const roots = [new X509Certificate(plain.authority.pki.root)];

/** The level in the trail, in the certificate, and as anybody finds it with the root. */
async function levelsOf(documentId: string, caller: KeyCaller) {
  const entries = await plain.deps.store.readAudit(documentId);
  const completed = entries.find(({ type }) => type === 'document.completed');
  const { bytes } = await issueCertificate(plain.deps, caller, documentId);
  const attached = (await loadPdf(bytes)).getAttachment('evidence.json');
  const { document } = JSON.parse(Buffer.from(attached ?? []).toString());
  const { level } = await verifyPdf(await fileOf(documentId), { roots });
  return [completed?.data.level, document.level, level];
}

/** The world with timestamps under a policy. */
async function aWorld(policy: 'required' | 'preferred') {
  const { takeDown, faults, proof } = await openProof(plain, policy);
  const world: SigningWorld = { ...plain, deps: { ...plain.deps, proof } };
  onTestFinished(() => void faults.clear());
  return { world, takeDown, faults };
}

async function fileOf(documentId: string): Promise<Buffer> {
  const document = await plain.deps.store.findDocument(documentId);
  return await plain.deps.files.read(document?.head?.key ?? '');
}

async function timestampFacts(documentId: string) {
  const entries = await plain.deps.store.readAudit(documentId);
  const embedded = entries.filter(({ type }) => type === 'signature.embedded');
  return embedded.map(({ data }) => data.timestamp);
}

const kinds = ({ signatures }: Awaited<ReturnType<typeof verifyPdf>>) =>
  signatures.map(({ kind, timestampedAt }) => `${kind} ${timestampedAt ? 'proven' : 'claimed'}`);

test('each signature is timestamped, and a document timestamp covers the proof of all', async () => {
  const { world } = await aWorld('required');
  const { documentId, signerIds, caller } = await aSentDocument(world, 2);
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  const verdict = await verifyPdf(await fileOf(documentId), { roots });
  expect(verdict.verified).toBe(true);
  expect(verdict.findings[0]?.code).toBe('EVIDENCE_ADDED');
  expect(kinds(verdict)).toEqual(['signature proven', 'signature proven', 'timestamp proven']);
  expect(verdict.signatures.at(-1)?.coversWholeFile).toBe(true);
  expect(verdict.signatures.map(({ revocation }) => revocation.status)).toEqual(
    Array(3).fill('good'),
  );
  const authority = 'TEST Timestamping Authority';
  const fact = { at: expect.any(String), authority };
  expect(await timestampFacts(documentId)).toEqual([fact, fact]);
  expect(await levelsOf(documentId, caller)).toEqual(Array(3).fill('PAdES B-LTA'));
});

test('a signature waits for a required timestamp: the signer is told so, and need not sign again', async () => {
  const { world, takeDown, faults } = await aWorld('required');
  const { documentId, signerIds } = await aSentDocument(world, 1);
  const [signerId = ''] = signerIds;
  takeDown();
  const answer = await world.authority.answer(await beginOk(world.deps, signerId));
  for (const _try of [1, 2, 3, 4]) {
    expect((await finish(world.deps, answer))?.reason).toBe('timestamp_unavailable');
  }
  expect(await begin(world.deps, signerId)).toEqual({ state: 'timestamp_unavailable' });
  expect(await plain.deps.store.findDocument(documentId)).toMatchObject({ status: 'SENT' });
  faults.clear();
  expect(await resumeLater(world)).toEqual([]);
  expect(await plain.deps.store.findDocument(documentId)).toMatchObject({ status: 'COMPLETED' });
  const verdict = await verifyPdf(await fileOf(documentId), { roots });
  expect(kinds(verdict)).toEqual(['signature proven', 'timestamp proven']);
});

test('a signature that waits for its timestamp is tried again by itself', async () => {
  const { world, takeDown, faults } = await aWorld('required');
  const { documentId, signerIds } = await aSentDocument(world, 1);
  takeDown();
  expect(await signAs(world, signerIds[0]!)).toBe('timestamp_unavailable');
  faults.clear();
  const onError = (error: unknown) => expect.unreachable(String(error));
  const resuming = startResuming({ ...world.deps, onError, everyMs: 20 });
  onTestFinished(() => resuming.close());
  world.clock.advance(60_000);
  const statusOf = async () => (await plain.deps.store.findDocument(documentId))?.status;
  await expect.poll(statusOf).toBe('COMPLETED');
});

test('a signature goes on without a preferred timestamp, and the trail says why', async () => {
  const { world, takeDown } = await aWorld('preferred');
  const { documentId, signerIds, caller } = await aSentDocument(world, 1);
  takeDown();
  expect(await signAs(world, signerIds[0]!)).toBeNull();
  const verdict = await verifyPdf(await fileOf(documentId), { roots });
  expect(verdict.verified).toBe(true);
  expect(kinds(verdict)).toEqual(['signature claimed']);
  expect(await timestampFacts(documentId)).toEqual([{ missing: 'http_503' }]);
  expect(await levelsOf(documentId, caller)).toEqual(Array(3).fill('PAdES B-B'));
});

test.each([
  ['required', 'stale'],
  ['preferred', null],
] as const)(
  'a timestamp later than the certificate is not used: where %s, %s',
  async (policy, told) => {
    const { world } = await aWorld(policy);
    const { documentId, signerIds } = await aSentDocument(world, 1);
    const { pki } = world.authority;
    const signing = await openSigningContext(pki, world.clock);
    const { txn, inputHash } = askedFor(await beginOk(world.deps, signerIds[0]!));
    const at = world.clock.now();
    const term = {
      notBefore: new Date(at.getTime() - 60_000),
      notAfter: new Date(at.getTime() + 500),
    };
    const identity = identityNamed('Asha Rao');
    const signature = await issueSignature(signing, { identity, inputHash, at, term });
    const content = { outcome: 'signed' as const, txn, resCode: 'AB'.repeat(16), at, ...signature };
    const answer = signAnswer(content, pki.answer);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await finish(world.deps, answer))?.reason).toBe(told);
    if (policy === 'preferred') {
      expect(await timestampFacts(documentId)).toEqual([{ missing: 'stale' }]);
    }
  },
);

const LAST = { kind: 'timestamp', coversWholeFile: true, revocation: { status: 'good' } };

/** The world with other proof, and how often a timestamp was asked for. */
function withProof(world: SigningWorld, change: (proof: LongTermProof) => Partial<LongTermProof>) {
  const proof = { ...world.deps.proof!, ...change(world.deps.proof!) };
  let asked = 0;
  const stamp = (sha256: Buffer) => {
    asked += 1;
    return proof.timestamps.stamp(sha256);
  };
  const timestamps = { ...proof.timestamps, stamp };
  const deps = { ...world.deps, proof: { ...proof, timestamps } };
  return { world: { ...world, deps }, asked: () => asked };
}

test('nothing follows the document timestamp, although a list was issued since the signature', async () => {
  const { world: given } = await aWorld('required');
  const { world, asked } = withProof(given, ({ revocation }) => ({
    revocation: {
      listsFor(path) {
        given.clock.advance(61_000);
        return revocation.listsFor(path);
      },
    },
  }));
  const { documentId, signerIds, caller } = await aSentDocument(world, 1);
  expect(await signAs(world, signerIds[0]!)).toBeNull();
  const verdict = await verifyPdf(await fileOf(documentId), { roots });
  expect(verdict.signatures.at(-1)).toMatchObject(LAST);
  expect(asked()).toBe(2);
  expect(await levelsOf(documentId, caller)).toEqual(Array(3).fill('PAdES B-LTA'));
});

test('when another authority gives the document timestamp, its proof is in the file before that', async () => {
  const { world: given } = await aWorld('required');
  const other = await openAnotherTsa(given.clock);
  const { world, asked } = withProof(given, ({ timestamps, revocation }) => ({
    timestamps: {
      ...timestamps,
      roots: [...timestamps.roots, other.root.raw],
      stamp: (sha256) => (asked() === 1 ? timestamps : other).stamp(sha256),
    },
    revocation: {
      listsFor: async (path) =>
        path.some((der) => der.equals(other.root.raw)) ? other.lists : revocation.listsFor(path),
    },
  }));
  const { documentId, signerIds } = await aSentDocument(world, 1);
  expect(await signAs(world, signerIds[0]!)).toBeNull();
  const verdict = await verifyPdf(await fileOf(documentId), { roots: [...roots, other.root] });
  expect(verdict).toMatchObject({ verified: true, level: 'PAdES B-LTA' });
  expect(verdict.signatures.at(-1)).toMatchObject({ ...LAST, timestampedBy: 'Other TSA' });
  expect(asked()).toBe(3);
});

test('over a signature without a timestamp, the authority of the document timestamp is known from a token before', async () => {
  const { world: given, takeDown } = await aWorld('preferred');
  takeDown(1);
  const { world, asked } = withProof(given, () => ({}));
  const { documentId, signerIds } = await aSentDocument(world, 1);
  expect(await signAs(world, signerIds[0]!)).toBeNull();
  const verdict = await verifyPdf(await fileOf(documentId), { roots });
  expect(kinds(verdict)).toEqual(['signature claimed', 'timestamp proven']);
  expect(verdict.signatures.at(-1)).toMatchObject(LAST);
  expect(asked()).toBe(3);
});

test('a document timestamp that cannot be had leaves the signatures their own', async () => {
  const { world: given, takeDown, faults } = await aWorld('preferred');
  const { world, asked } = withProof(given, ({ timestamps }) => ({
    timestamps: {
      ...timestamps,
      stamp(sha256) {
        if (asked() === 2) takeDown();
        return timestamps.stamp(sha256);
      },
    },
  }));
  const { documentId, signerIds } = await aSentDocument(world, 1);
  expect(await signAs(world, signerIds[0]!)).toBeNull();
  faults.clear();
  const verdict = await verifyPdf(await fileOf(documentId), { roots });
  expect(verdict.verified).toBe(true);
  expect(kinds(verdict)).toEqual(['signature proven']);
});

test('two calls that embed one answer at once leave one whole file', async () => {
  const { world } = await aWorld('required');
  const { documentId, signerIds } = await aSentDocument(world, 1);
  const answer = await world.authority.answer(await beginOk(world.deps, signerIds[0]!));
  const finished = await Promise.all([finish(world.deps, answer), finish(world.deps, answer)]);
  expect(finished.map((one) => one?.reason)).toEqual([null, null]);
  const document = await plain.deps.store.findDocument(documentId);
  const verdict = await verifyPdf(await fileOf(documentId), { roots });
  expect(verdict).toMatchObject({ verified: true, sha256: document?.head?.sha256 });
});
