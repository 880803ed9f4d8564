import { createHmac } from 'node:crypto';

/** Which secrets an installation was set up with, without telling them: 16 hexadecimal digits each. */
export interface Fingerprints {
  /** Of the secret that authorises links. */
  readonly links: string;
  /** Of the secret that seals what the database stores. */
  readonly sealing: string;
}

/** A database and its files, which belong together. */
export interface Installation {
  /** A UUID; the marker among the files names it too. */
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

/** The fingerprints of two secrets, which may be one. */
export const fingerprintsOf = (secrets: {
  readonly links: Buffer;
  readonly sealing: Buffer;
}): Fingerprints => ({
  links: fingerprint(secrets.links, 'links'),
  sealing: fingerprint(secrets.sealing, 'sealing'),
});
