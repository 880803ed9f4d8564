import type { X509Certificate } from 'node:crypto';

/** Checks a certificate's validity period (RFC 5280, 4.1.2.5). */
export const isValidAt = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  new Date(validFrom) <= at && at <= new Date(validTo);

/** The first seal with a valid certificate; undefined if there is none. */
export const chooseSeal = <Seal extends { readonly certificate: X509Certificate }>(
  seals: readonly Seal[],
  at: Date,
): Seal | undefined => seals.find(({ certificate }) => isValidAt(certificate, at));
