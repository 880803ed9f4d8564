import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** The test root and sub-CA in a sandbox's data folder; not every signature includes its chain. */
const TEST_CHAIN = 'test-chain.pem';

/** The certificates of a PEM or DER file. Throws a `CliError` (exit 2) if there are none. */
function certificatesIn(bytes: Buffer, path: string): X509Certificate[] {
  try {
    const blocks = bytes.toString('latin1').match(PEM);
    return (blocks ?? [bytes]).map((block) => new X509Certificate(block));
  } catch (cause) {
    throw new CliError({
      code: 'invalid_root',
      what: `"${path}" contains no certificate`,
      why: 'it must be a certificate in PEM or DER format',
      exitCode: EXIT.usage,
      cause,
    });
  }
}

/** The certificates in the files; `what` names one. Throws a `CliError` (exit 2). */
export async function readCertificates(
  files: readonly string[],
  what: string,
): Promise<X509Certificate[]> {
  const found: X509Certificate[] = [];
  for (const file of files) found.push(...certificatesIn(await readInputFile(file, what), file));
  return found;
}

/** The roots in the files, or the test root of the profile's sandbox if no file is given. */
export async function readRoots(
  files: readonly string[],
  dataDir: string | undefined,
): Promise<X509Certificate[]> {
  const roots = await readCertificates(files, 'a root');
  if (files.length > 0 || dataDir === undefined) return roots;
  const path = join(dataDir, TEST_CHAIN);
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ? certificatesIn(bytes, path) : [];
}
