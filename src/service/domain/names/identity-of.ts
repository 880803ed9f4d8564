import { createHash } from 'node:crypto';

/** The code of one e-KYC response: authorities renew it for each signature. */
const PSEUDONYM = /^(pseudonym|2\.5\.4\.65)=/i;

/**
 * Identifies the person in a certificate's subject, a line per attribute: SHA-256 over all of it but the pseudonym, 64
 * hexadecimal digits.
 */
export function identityOf(subject: string): string {
  const lines = subject.split('\n').filter((line) => !PSEUDONYM.test(line));
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
