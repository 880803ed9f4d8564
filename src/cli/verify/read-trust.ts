import { Flags } from '@oclif/core';
import { policyFlag } from '../input/policy-flag.ts';
import { readCrls } from './read-crls.ts';
import { readCertificates, readRoots } from './read-roots.ts';

const certificates = (description: string) =>
  Flags.string({ description, multiple: true, multipleNonGreedy: true, helpValue: 'FILE' });

/** Whom to trust: roots that identify signers, and certificates whose keys seal completion certificates. */
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

interface GivenFlags {
  readonly root?: readonly string[] | undefined;
  readonly 'service-cert'?: readonly string[] | undefined;
  readonly intermediate?: readonly string[] | undefined;
  readonly crl?: readonly string[] | undefined;
  readonly policy?: readonly string[] | undefined;
}

/** Reads the files that the flags name. Roots and seals default to the ones of the profile's sandbox. Throws `CliError`. */
export async function readTrust(flags: GivenFlags, dataDir: string | undefined) {
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
