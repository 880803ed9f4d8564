import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** Where a sandbox keeps its test root and sub-CA, in its data folder: not every signature brings its chain. */
const TEST_CHAIN = 'test-chain.pem';

/** The certificates in a PEM or DER file. Throws a `CliError` (exit 2) when there are none. */
function certificatesIn(bytes: Buffer, path: string): X509Certificate[] {
  try {
    const blocks = bytes.toString('latin1').match(PEM);
    return (blocks ?? [bytes]).map((block) => new X509Certificate(block));
  } catch (cause) {
    throw new CliError({
      code: 'invalid_root',
      what: `"${path}" holds no certificate`,
      why: 'a root is a certificate in PEM or DER',
      exitCode: EXIT.usage,
      cause,
    });
  }
}

/** The roots of the files named, or the test root of the sandbox whose profile is used when none is named. */
export async function readRoots(
  files: readonly string[],
  dataDir: string | undefined,
): Promise<X509Certificate[]> {
  const roots: X509Certificate[] = [];
  for (const file of files)
    roots.push(...certificatesIn(await readInputFile(file, 'a root'), file));
  if (files.length > 0 || dataDir === undefined) return roots;
  const path = join(dataDir, TEST_CHAIN);
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ? certificatesIn(bytes, path) : [];
}
