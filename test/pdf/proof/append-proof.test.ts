import { expect, test } from 'vitest';
import { readArray, readDict } from '../../../src/pdf/objects.ts';
import { loadPdf } from '../../../src/pdf/pdf-file.ts';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { appendProof } from '../../../src/pdf/signing/prove.ts';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { fieldsFor, prepared, signedBy, withFields } from '../../support/pdf/sign-pdf.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

const authority = await testAuthority();
const roots = [authority.root];
const fields = fieldsFor(2);
const [first, second] = [fields[0]!, fields[1]!];
const identity = await authority.issue('Asha Rao');
const chain = identity.chain.map(({ raw }) => raw);

/** A document of two fields, the first one signed without its authority's certificate. */
async function withoutChain(): Promise<Buffer> {
  const open = await prepared(await withFields(aPdf(), fields), first);
  return embedCms(open, createCms({ sha256: open.sha256, ...identity, chain: [], ess: true }));
}

const proofOf = (certificates: readonly Uint8Array[], crls: readonly Uint8Array[] = []) => ({
  certificates,
  crls,
  ocsp: [],
});

async function sizes(file: Buffer) {
  const pdf = await loadPdf(file);
  const store = readDict(pdf, pdf.getCatalog().get('DSS'));
  return ['Certs', 'CRLs', 'OCSPs'].map((key) => readArray(pdf, store?.get(key))?.length ?? 0);
}

test('a signature without its chain is trusted once the file has it', async () => {
  const file = await withoutChain();
  expect((await verifyPdf(file, { roots })).signatures[0]?.identity).toBe('UNTRUSTED');
  const proven = await appendProof(file, proofOf(chain));
  const { signatures, findings } = await verifyPdf(proven, { roots });
  expect(signatures[0]).toMatchObject({ valid: true, identity: 'TRUSTED' });
  expect(findings[0]?.code).toBe('EVIDENCE_ADDED');
});

test('the store of an earlier signature grows, and the next one finds nothing but signing', async () => {
  const proven = await appendProof(await withoutChain(), proofOf(chain));
  const both = await signedBy(proven, second, { name: 'Ravi Kumar' });
  expect(await verifyPdf(both, { roots })).toMatchObject({
    verified: true,
    findings: [{ code: 'AS_SIGNED' }, { code: 'NOT_COMPARED' }, ...Array(3).fill({})],
  });
  const more = await appendProof(both, proofOf(chain, [Buffer.from('list')]));
  expect(await sizes(more)).toEqual([1, 1, 0]);
  expect(await sizes(both)).toEqual([1, 0, 0]);
  expect((await verifyPdf(more, { roots })).findings[0]?.code).toBe('EVIDENCE_ADDED');
});

test('what the store has already is not added again, and nothing changes no byte', async () => {
  const file = await withoutChain();
  expect(await appendProof(file, proofOf([]))).toBe(file);
  const proven = await appendProof(file, proofOf([...chain, ...chain]));
  expect(await sizes(proven)).toEqual([1, 0, 0]);
  expect(proven.subarray(0, file.length).equals(file)).toBe(true);
  expect(await appendProof(proven, proofOf(chain))).toBe(proven);
});
