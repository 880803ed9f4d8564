import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { PdfWorkers } from '../../../../src/pdf/admission/workers.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import type { LongTermProof } from '../../../../src/service/core/deps.ts';
import { updated } from '../../../support/pdf/altered-pdfs.ts';
import { openProof } from '../../../support/service/a-proof.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import { aSentDocument, signAs } from '../../../support/service/signing-world.ts';

const plain = await makeSigningWorld();
const { pdf } = plain.deps;
const roots = [new X509Certificate(plain.authority.pki.root)];

/** The world with other workers, with or without long-term proof. */
function withWorkers(change: Partial<PdfWorkers>, proof?: LongTermProof): SigningWorld {
  const deps = { ...plain.deps, pdf: { ...pdf, ...change }, ...(proof && { proof }) };
  return { ...plain, deps };
}

async function aProof(): Promise<LongTermProof> {
  const { faults, proof } = await openProof(plain, 'required');
  onTestFinished(() => void faults.clear());
  return proof;
}

const statusOf = async (documentId: string) =>
  (await plain.deps.store.findDocument(documentId))?.status;

/** Draws on the page before it adds proof. */
const drawing: Pick<PdfWorkers, 'prove'> = {
  async prove(job, turn) {
    const drawn = await updated(Buffer.from(job.file), (one) =>
      one.getPages()[0]?.drawText('two crore', { x: 72, y: 600 }),
    );
    return await pdf.prove({ ...job, file: drawn }, turn);
  },
};

test('a last revision whose proof changes what a page looks like is not stored', async () => {
  const proof = await aProof();
  const { documentId, signerIds } = await aSentDocument(plain, 1);
  expect(await signAs(withWorkers(drawing, proof), signerIds[0]!)).toBe('unsound');
  const trail = await plain.deps.store.readAudit(documentId);
  expect(trail.at(-1)).toMatchObject({ data: { reason: 'verification_failed' } });
  expect(await statusOf(documentId)).toBe('SENT');
  expect(await signAs(withWorkers({}, proof), signerIds[0]!)).toBeNull();
  expect(await statusOf(documentId)).toBe('COMPLETED');
});

test('every revision is drawn once, with the field of its signer and all of its proof', async () => {
  const looked: string[] = [];
  const look: PdfWorkers['look'] = async (job, turn) => {
    const { signatures } = await verifyPdf(await readFile(job.path), { roots });
    looked.push(`${job.field}: ${signatures.map(({ kind }) => kind).join(', ')}`);
    return await pdf.look(job, turn);
  };
  const { signerIds } = await aSentDocument(plain, 2);
  const world = withWorkers({ look }, await aProof());
  for (const signerId of signerIds) expect(await signAs(world, signerId)).toBeNull();
  expect(looked).toEqual(['esign_01: signature', 'esign_02: signature, signature, timestamp']);
});
