import { X509Certificate } from 'node:crypto';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';

const PEM = /-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/g;
const SEQUENCE = 0x30;

function isCertificate(bytes: Buffer): boolean {
  try {
    return new X509Certificate(bytes).serialNumber !== '';
  } catch {
    return false;
  }
}

/** PEM or DER; the lists are checked when they are used. */
function listsIn(bytes: Buffer): Buffer[] {
  const blocks = [...bytes.toString('latin1').matchAll(PEM)];
  if (blocks.length > 0) return blocks.map(([, text = '']) => Buffer.from(text, 'base64'));
  return bytes[0] === SEQUENCE && !isCertificate(bytes) ? [bytes] : [];
}

/** Returns DER. Throws a `CliError` (exit 2) for a file without a revocation list. */
export async function readCrls(files: readonly string[]): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (const path of files) {
    const lists = listsIn(await readInputFile(path, 'a revocation list'));
    if (lists.length === 0) {
      throw new CliError({
        code: 'invalid_crl',
        what: `"${path}" contains no revocation list`,
        why: 'it must be a revocation list in PEM or DER format',
        exitCode: EXIT.usage,
      });
    }
    found.push(...lists);
  }
  return found;
}
