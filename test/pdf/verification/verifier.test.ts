import { expect, onTestFinished, test } from 'vitest';
import type { Budget } from '../../../src/pdf/admission/watched-child.ts';
import { startVerifier } from '../../../src/pdf/verification/verifier.ts';
import { xrefStreamBomb } from '../../support/pdf/hostile-pdf.ts';
import { verifyWorkerScript } from '../../support/pdf/pdf-worker.ts';
import { signedDocument } from '../../support/pdf/sign-pdf.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

const { root } = await testAuthority();
const script = await verifyWorkerScript();
const signed = (await signedDocument(2)).at(-1)!;

function aVerifier(budget: Partial<Budget> = {}) {
  const verifier = startVerifier({ script, budget });
  onTestFinished(() => verifier.close());
  return verifier;
}

test('files are verified one after the other, each with the given roots', async () => {
  const verifier = aVerifier();
  const [trusted, untrusted] = await Promise.all([
    verifier.verify(signed, { roots: [root], seals: [] }),
    verifier.verify(signed, { roots: [], seals: [] }),
  ]);
  expect(trusted).toMatchObject({ verified: true, fields: { signed: 2, total: 2 } });
  expect(untrusted).toMatchObject({ verified: false, problem: { code: 'NO_ROOT' } });
});

test('a bomb is not judged, and the next file is', async () => {
  const verifier = aVerifier({ rssMegabytes: 300, cpuMs: 2500 });
  expect(await verifier.verify(xrefStreamBomb(), { roots: [root], seals: [] })).toMatchObject({
    intact: null,
    verified: false,
    problem: { code: 'UNREADABLE' },
  });
  expect(await verifier.verify(signed, { roots: [root], seals: [] })).toMatchObject({
    verified: true,
  });
});

test('a file that takes too long is not judged', async () => {
  const verdict = await aVerifier({ ms: 1 }).verify(signed, { roots: [root], seals: [] });
  expect(verdict.problem?.message).toContain('takes too long');
});

test('certificates are listed in turn with verifications, and those of no PDF are not', async () => {
  const verifier = aVerifier();
  const [verdict, carried, none] = await Promise.all([
    verifier.verify(signed, { roots: [root], seals: [] }),
    verifier.certificates(signed),
    verifier.certificates(Buffer.from('no PDF')),
  ]);
  expect(verdict.verified).toBe(true);
  expect(carried?.signatures.map(({ field }) => field)).toEqual(['esign_01', 'esign_02']);
  expect(none).toBeUndefined();
});
