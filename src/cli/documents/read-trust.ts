import { Flags } from '@oclif/core';
import { readCertificates, readRoots } from './read-roots.ts';
import { readSeals } from './read-seals.ts';

const certificates = (description: string) =>
  Flags.string({ description, multiple: true, multipleNonGreedy: true, helpValue: 'FILE' });

/** Whom to trust: roots that identify signers, and certificates whose keys seal completion certificates. */
export const trustFlags = {
  root: certificates('trusted root certificate, PEM or DER (repeatable)'),
  'service-cert': certificates(
    "service's certificate, which seals completion certificates (repeatable)",
  ),
};

interface GivenFlags {
  readonly root?: readonly string[] | undefined;
  readonly 'service-cert'?: readonly string[] | undefined;
}

/** The roots and seals that flags name; where they name none, those of the profile's sandbox. Throws `CliError`. */
export async function readTrust(flags: GivenFlags, dataDir: string | undefined) {
  const serviceCertificates = await readCertificates(flags['service-cert'] ?? []);
  const isOwn = serviceCertificates.length === 0 && dataDir !== undefined;
  return {
    roots: await readRoots(flags.root ?? [], dataDir),
    seals: isOwn ? await readSeals(dataDir) : [],
    serviceCertificates,
  };
}
