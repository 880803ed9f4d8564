import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldsFor, signedByAll } from '../../test/support/pdf/sign-pdf.ts';
import { testAuthority } from '../../test/support/trust/pdf-authority.ts';
import { BIN } from '../demo/shell.ts';
import { cleanEnvironment, runNode, timedInTurn } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { milliseconds, report, times } from './report.ts';

const TIMES = 15;
const SIGNERS = 6;
const MEGABYTE = 1_000_000;
const FACTOR = 2.5;
const EXTRA_MS = 250;
const PICTURES_FACTOR = 1.5;

/** `esign verify` of a file of 1 MB with six signatures, against the smallest program that Node can run, and with pictures against without. */
export async function benchVerify(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const [file, root] = [join(folder, 'signed.pdf'), join(folder, 'root.pem')];
  const fields = fieldsFor(SIGNERS);
  const signed = await signedByAll(pdfOfSize(MEGABYTE), fields);
  await writeFile(file, signed.at(-1) ?? '');
  await writeFile(root, (await testAuthority()).root.toString());
  const env = cleanEnvironment({ ESIGN_CONFIG_DIR: folder });
  const command = [BIN, 'verify', file, '--root', root];
  const [bare, plain, verify] = await timedInTurn(TIMES, [
    () => runNode(['-e', '0'], env),
    () => runNode([...command, '--no-pictures'], env),
    () => runNode(command, env),
  ]);
  await rm(folder, { recursive: true });
  report('Verifying six signatures in 1 MB', [
    { what: 'node -e 0', value: milliseconds(bare) },
    {
      what: 'esign verify --no-pictures',
      value: milliseconds(plain),
      ratio: `${((plain - EXTRA_MS) / bare).toFixed(2)} × node beyond ${EXTRA_MS} ms`,
      goal: `at most ${FACTOR} x`,
    },
    {
      what: 'esign verify',
      value: milliseconds(verify),
      ratio: times(verify / plain, 'without pictures'),
      goal: `at most ${PICTURES_FACTOR} x`,
    },
  ]);
}
