import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What pdfsig reports of a file, with the certificates of a PEM file in a database in the folder. */
export function pdfsig(folder: string, path: string, pem: string): string {
  const database = `sql:${folder}`;
  execFileSync('certutil', ['-N', '-d', database, '--empty-password']);
  const pems = readFileSync(pem, 'utf8').match(/-----BEGIN[\s\S]+?END CERTIFICATE-----\n/g);
  for (const [index, text] of (pems ?? []).entries()) {
    const file = join(folder, `ca-${index}.pem`);
    writeFileSync(file, text);
    const trust = ['-t', 'CT,C,C', '-i', file];
    execFileSync('certutil', ['-A', '-d', database, '-n', `ca-${index}`, ...trust]);
  }
  return execFileSync('pdfsig', ['-nssdir', database, path], { encoding: 'utf8' });
}
