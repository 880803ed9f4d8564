import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { expect, onTestFinished } from 'vitest';
import type { SignedField } from '../../../src/pdf/verification/byte-range.ts';
import { readSignedBytes, signedFields } from '../../../src/pdf/verification/byte-range.ts';
import { testAuthority } from '../trust/pdf-authority.ts';

type JudgesBench = Awaited<ReturnType<typeof judgesBench>>;

/** A folder with the test authority's root: as a file for openssl, in a database for pdfsig. */
export async function judgesBench() {
  const authority = await testAuthority();
  const folder = mkdtempSync(join(tmpdir(), 'esign-judges-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = join(folder, 'root.pem');
  writeFileSync(root, authority.root.toString());
  const database = `sql:${folder}`;
  execFileSync('certutil', ['-N', '-d', database, '--empty-password']);
  execFileSync('certutil', ['-A', '-d', database, '-n', 'root', '-t', 'CT,C,C', '-i', root]);
  const save = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  return { folder, root, database, save };
}

/** qpdf must find no error and nothing to warn about. */
export function checkWithQpdf(path: string): void {
  const { status, stdout, stderr } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`).toBe(0);
}

const HISTORY = `var file = new PDFDocument(scriptArgs[0]);
print(file.validateChangeHistory() + ' ' + file.wasRepaired());`;

/** mutool must read the file as it is, and find nothing after the first signature that it does not permit. */
function checkWithMutool(path: string): void {
  const script = `${path}.js`;
  writeFileSync(script, HISTORY);
  expect(execFileSync('mutool', ['run', script, path], { encoding: 'utf8' })).toBe('0 false\n');
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** pdfsig must find so many valid signatures, the last of which covers the whole file. */
export function checkWithPdfsig(path: string, database: string, signatures: number): void {
  const report = execFileSync('pdfsig', ['-nssdir', database, path], { encoding: 'utf8' });
  expect(count(report, 'Signature is Valid.'), report).toBe(signatures);
  expect(count(report, 'Certificate is Trusted.'), report).toBe(signatures);
  expect(count(report, '  - Total document signed'), report).toBe(1);
  expect(report.lastIndexOf('Total document signed')).toBeGreaterThan(
    report.lastIndexOf('Not total document signed') + 4,
  );
}

/** openssl must verify a signature's CMS over the bytes that it covers. */
function checkWithOpenssl({ save, root }: JudgesBench, file: Buffer, field: SignedField): void {
  const { cms, end } = readSignedBytes(file, field);
  const [, from = 0, to = 0] = field.byteRange;
  const content = Buffer.concat([file.subarray(0, from), file.subarray(to, end)]);
  const [p7, ranges] = [save('s.p7', cms), save('ranges.bin', content)];
  const flags = ['-cades', '-binary', '-inform', 'DER', '-purpose', 'any', '-out', '/dev/null'];
  const files = ['-in', p7, '-content', ranges, '-CAfile', root];
  const { status, stderr } = spawnSync('openssl', ['cms', '-verify', ...flags, ...files], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

/** A file with so many signatures of the test authority must satisfy qpdf, mutool, pdfsig and openssl. */
export async function satisfyJudges(
  bench: JudgesBench,
  file: Buffer,
  signatures: number,
): Promise<void> {
  const path = bench.save('signed.pdf', file);
  checkWithQpdf(path);
  checkWithMutool(path);
  checkWithPdfsig(path, bench.database, signatures);
  const fields = signedFields(await PDF.load(file, { lenient: false }));
  expect(fields).toHaveLength(signatures);
  for (const field of fields) checkWithOpenssl(bench, file, field);
}
