import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { startVerifier } from '../../../src/pdf/verification/verifier.ts';
import { DRAWING_BOMBS } from '../../support/drawing/drawing-bombs.ts';
import { aPdfFile } from '../../support/pdf/pdf-files.ts';
import { testPdfWorkers, verifyWorkerScript } from '../../support/pdf/pdf-worker.ts';
import { fieldsFor, prepared, signedBy, withFields } from '../../support/pdf/sign-pdf.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

const fields = fieldsFor(2);
const authority = await testAuthority();

test('a page of three million lines keeps nobody from signing, and is named as not compared', async () => {
  const bomb = DRAWING_BOMBS['three million lines']!();
  const base = await signedBy(await withFields(bomb, fields), fields[0]!);
  const open = await prepared(base, fields[1]!);
  const { privateKey, certificate, chain } = await authority.issue('Ravi Kumar');
  const cms = createCms({ sha256: open.sha256, privateKey, certificate, chain, ess: true });
  const file = embedCms(open, cms);
  const sha256 = createHash('sha256').update(base).digest('hex');
  const workers = await testPdfWorkers();
  const problem = await workers.verifyAppended({
    ...{ file, cms, base: { bytes: base.length, sha256 }, field: 'esign_02' },
    ...{ roots: [authority.root.raw], chain: [] },
  });
  expect(problem).toBeNull();
  const written = { path: aPdfFile(file), baseBytes: base.length, field: 'esign_02' };
  expect(await workers.look(written)).toBeNull();
  const budget = { cpuMs: 4000 };
  const verifier = startVerifier({ script: await verifyWorkerScript(), budget });
  onTestFinished(() => verifier.close());
  const { verified, findings } = await verifier.verify(file, { roots: [authority.root] });
  expect(verified).toBe(true);
  expect(findings[1]).toMatchObject({ code: 'NOT_COMPARED', reason: 'NOT_DRAWN' });
}, 120_000);
