import type { X509Certificate } from 'node:crypto';
import { CmsError } from '../errors.ts';
import { showName } from './show-name.ts';

/** Who may vouch for a certificate, and when it had to be valid. */
export type ChainRules = {
  readonly roots: readonly X509Certificate[];
  readonly intermediates: readonly X509Certificate[];
  readonly at: Date;
};

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isOneOf(certificates: readonly X509Certificate[], one: X509Certificate): boolean {
  return certificates.some(({ raw }) => raw.equals(one.raw));
}

/** The path from a certificate to a root, both included; undefined where there is none. */
function pathToRoot(leaf: X509Certificate, rules: ChainRules): X509Certificate[] | undefined {
  const { roots, intermediates } = rules;
  const path: X509Certificate[] = [];
  let next: X509Certificate | undefined = leaf;
  while (next !== undefined) {
    const last: X509Certificate = next;
    path.push(last);
    if (isOneOf(roots, last)) return path;
    next =
      roots.find((root) => issued(root, last)) ??
      intermediates.find((item) => issued(item, last) && !isOneOf(path, item));
  }
  return undefined;
}

/** Throws CmsError CERT_TIME unless a certificate was valid at the time. */
export function checkValidity(certificate: X509Certificate, at: Date): void {
  const { validFrom, validTo, subject } = certificate;
  if (at < new Date(validFrom) || at > new Date(validTo)) {
    const span = `${validFrom} to ${validTo}`;
    throw new CmsError(
      'CERT_TIME',
      `the certificate of ${showName(subject)} is valid from ${span} only`,
    );
  }
}

/**
 * The path from a signer's certificate up to a configured root, each certificate valid at the time.
 * Throws CmsError CERT_CHAIN or CERT_TIME.
 */
export function checkChain(leaf: X509Certificate, rules: ChainRules): X509Certificate[] {
  const path = pathToRoot(leaf, rules);
  if (path === undefined) {
    throw new CmsError('CERT_CHAIN', 'the certificate does not lead to a trusted root');
  }
  for (const certificate of path) checkValidity(certificate, rules.at);
  return path;
}
