import { X509Certificate } from '../../platform/crypto.ts';
import type { SealPin } from '../cms/certificates.ts';
import { nameInWords, pinOf } from '../cms/certificates.ts';

export interface TrustedCertificate {
  readonly name: string;
  /** Of the certificate, 64 hexadecimal digits. */
  readonly sha256: string;
  /** DER, in Base64. */
  readonly der: string;
}

/** The trust that is built into a page: that of the service it came from, or none. */
export interface BuiltInTrust {
  /** The address of that service; null without one. */
  readonly service: string | null;
  readonly roots: readonly TrustedCertificate[];
  readonly seals: readonly SealPin[];
}

export const NO_TRUST: BuiltInTrust = { service: null, roots: [], seals: [] };

export function trustedCertificate(certificate: X509Certificate): TrustedCertificate {
  return {
    name: nameInWords(certificate.subject),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    der: certificate.raw.toString('base64'),
  };
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** PEM, also several, or DER. Throws Error if there are none. */
export function readCertificates(bytes: Buffer): X509Certificate[] {
  const blocks = bytes.toString('latin1').match(PEM);
  return (blocks ?? [bytes]).map((block) => new X509Certificate(block));
}

/** Certificates that the page's reader chose, in addition to those built in. */
export interface ChosenTrust {
  readonly roots: readonly X509Certificate[];
  readonly services: readonly X509Certificate[];
}

/** As the options of `verifyPdf`. */
export function judgingTrust(builtIn: BuiltInTrust, { roots, services }: ChosenTrust) {
  const own = builtIn.roots.map(({ der }) => new X509Certificate(Buffer.from(der, 'base64')));
  return { roots: [...own, ...roots], seals: [...builtIn.seals, ...services.map(pinOf)] };
}

interface GivenTrust {
  readonly roots: readonly X509Certificate[];
  readonly seals: readonly SealPin[];
  readonly serviceCertificates: readonly X509Certificate[];
}

/** For a page that a person saves, from no service. */
export const builtInTrust = ({ roots, seals, serviceCertificates }: GivenTrust): BuiltInTrust => ({
  service: null,
  roots: roots.map(trustedCertificate),
  seals: [...seals, ...serviceCertificates.map(pinOf)],
});

const PLACE = /(<script type="application\/json" id="trust">)[^<]*(<\/script>)/;

/**
 * Builds what a deployment trusts into the page. Its policy stays true, since data is no script.
 * Throws Error if `html` is not the page.
 */
export function trustingPage(html: string, trust: BuiltInTrust): string {
  if (!PLACE.test(html)) throw new Error('this is not the page that verifies files');
  // A closing tag in a name must not end the data.
  const json = JSON.stringify(trust).replaceAll('<', '\\u003c');
  return html.replace(PLACE, (_, before: string, after: string) => before + json + after);
}
