import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';

const CRL_PEM = /-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/g;
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
  const blocks = [...bytes.toString('latin1').matchAll(CRL_PEM)];
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

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** The test root and sub-CA in a sandbox's data folder; not every signature includes its chain. */
const TEST_CHAIN = 'test-chain.pem';

/** PEM or DER. Throws a `CliError` (exit 2) if there are none. */
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

/** `what` names one certificate. Throws a `CliError` (exit 2). */
async function readCertificates(
  files: readonly string[],
  what: string,
): Promise<X509Certificate[]> {
  const found: X509Certificate[] = [];
  for (const file of files) found.push(...certificatesIn(await readInputFile(file, what), file));
  return found;
}

/** Defaults to the test root of the profile's sandbox. */
async function readRoots(
  files: readonly string[],
  dataDir: string | undefined,
): Promise<X509Certificate[]> {
  const roots = await readCertificates(files, 'a root');
  if (files.length > 0 || dataDir === undefined) return roots;
  const path = join(dataDir, TEST_CHAIN);
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ? certificatesIn(bytes, path) : [];
}

const OBJECT_IDENTIFIER = /^[0-2](\.(0|[1-9]\d*))+$/;

/** Throws a `CliError` (exit 2) for an invalid object identifier. */
function readObjectIdentifier(text: string): string {
  if (OBJECT_IDENTIFIER.test(text)) return text;
  throw new CliError({
    code: 'invalid_policy',
    what: `"${text}" is not an object identifier such as 2.16.356.100.2.4.1`,
    exitCode: EXIT.usage,
  });
}

const policyFlag = Flags.custom<string>({
  helpValue: 'OID',
  parse: async (text) => readObjectIdentifier(text),
});

const certificates = (description: string) =>
  Flags.string({ description, multiple: true, multipleNonGreedy: true, helpValue: 'FILE' });

/** Roots that identify signers, and certificates whose keys seal completion certificates. */
export const trustFlags = {
  root: certificates('trusted root certificate, PEM or DER (repeatable)'),
  'service-cert': certificates(
    "service's certificate, which seals completion certificates (repeatable)",
  ),
};

/** Further evidence and conditions for signers' certificate paths. */
export const pathFlags = {
  intermediate: certificates(
    'certificate between signer and root that the file lacks (repeatable)',
  ),
  crl: certificates("an issuer's revocation list, PEM or DER (repeatable)"),
  policy: policyFlag({
    description: 'certificate policy, one of which every signer must have (repeatable)',
    multiple: true,
    multipleNonGreedy: true,
  }),
};

type TrustFlags = Partial<Interfaces.InferredFlags<typeof trustFlags & typeof pathFlags>>;

/** Reads the flags' files; roots and seals default to the profile's sandbox. Throws `CliError`. */
export async function readTrust(flags: TrustFlags, dataDir: string | undefined) {
  const serviceCertificates = await readCertificates(
    flags['service-cert'] ?? [],
    'a service certificate',
  );
  const isOwn = serviceCertificates.length === 0 && dataDir !== undefined;
  return {
    roots: await readRoots(flags.root ?? [], dataDir),
    seals: isOwn ? await (await import('./read-seals.ts')).readSeals(dataDir) : [],
    serviceCertificates,
    intermediates: await readCertificates(flags.intermediate ?? [], 'a certificate'),
    crls: await readCrls(flags.crl ?? []),
    policies: flags.policy ?? [],
  };
}
