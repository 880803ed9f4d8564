import { itemsOf, oidIn } from './der.ts';
import { itemsOfExtension } from './extensions.ts';
import { webUrls } from './general-names.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';

const AUTHORITY_INFORMATION_ACCESS = '1.3.6.1.5.5.7.1.1';
const METHOD = { ocsp: '1.3.6.1.5.5.7.48.1', issuer: '1.3.6.1.5.5.7.48.2' } as const;

/**
 * The web addresses of a certificate's OCSP responders, or of its issuer's certificate (RFC 5280, 4.2.2.1); none if the
 * extension cannot be read.
 */
export function accessUrls(
  { extensions }: ParsedCertificate,
  method: keyof typeof METHOD,
): string[] {
  try {
    const items = itemsOfExtension(extensions, AUTHORITY_INFORMATION_ACCESS) ?? [];
    return items.flatMap((item) => {
      const [id, ...location] = itemsOf(item);
      return oidIn(id) === METHOD[method] ? webUrls(location) : [];
    });
  } catch {
    return [];
  }
}
