import { createHmac } from 'node:crypto';

/** Identify an installation's secrets without revealing them: 16 hexadecimal digits each. */
export interface Fingerprints {
  readonly links: string;
  readonly sealing: string;
}

/** A database and its files, which belong together. */
export interface Installation {
  /** A UUID, also in the marker among the files. */
  readonly id: string;
  readonly createdAt: Date;
  /** Base of links; null where it changes with each start, as in a sandbox. */
  readonly publicUrl: string | null;
  readonly fingerprints: Fingerprints;
}

const DIGITS = 16;

const fingerprint = (secret: Buffer, purpose: string): string =>
  createHmac('sha256', secret)
    .update(`esign fingerprint ${purpose}`)
    .digest('hex')
    .slice(0, DIGITS);

/** The newest first, then those still accepted. */
export interface FingerprintRings {
  readonly links: readonly string[];
  readonly sealing: readonly string[];
}

export const fingerprintsOf = (secrets: {
  readonly links: readonly Buffer[];
  readonly sealing: readonly Buffer[];
}): FingerprintRings => ({
  links: secrets.links.map((secret) => fingerprint(secret, 'links')),
  sealing: secrets.sealing.map((secret) => fingerprint(secret, 'sealing')),
});

export const newestOf = ({ links, sealing }: FingerprintRings): Fingerprints => ({
  links: links[0] ?? '',
  sealing: sealing[0] ?? '',
});

/** `web`: API and pages. `delivery`: mails, webhooks, open signatures. `housekeeping`: cleanup. */
export const ROLES = ['web', 'delivery', 'housekeeping'] as const;
export type ProcessRole = (typeof ROLES)[number];
