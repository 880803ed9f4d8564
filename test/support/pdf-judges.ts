import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { testAuthority } from './pdf-authority.ts';

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
export function checkWithMutool(path: string): void {
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
