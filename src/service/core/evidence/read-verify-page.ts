import { createHash, X509Certificate } from 'node:crypto';
import { pinOf } from '../../../pdf/cms/certificates.ts';
import { trustedCertificate, trustingPage } from '../../../pdf/page/trust.ts';
import type { ServiceDeps } from '../deps.ts';
import { rootsOf } from '../signing/stamp-cms.ts';

export interface VerifyPage {
  readonly html: string;
  /** Of the page, 64 hexadecimal digits. */
  readonly sha256: string;
}

function unique(ders: readonly Buffer[]): Buffer[] {
  return ders.filter((der, index) => ders.findIndex((one) => one.equals(der)) === index);
}

/** The page that verifies files offline, with all that this service trusts. `html` is as built. */
export function readVerifyPage(
  deps: Pick<ServiceDeps, 'gateways' | 'proof' | 'seals' | 'links'>,
  html: string,
): VerifyPage {
  const roots = unique(rootsOf(deps.gateways, deps)).map((der) => new X509Certificate(der));
  const page = trustingPage(html, {
    service: deps.links.baseUrl,
    roots: roots.map(trustedCertificate),
    seals: deps.seals.map(({ certificate }) => pinOf(certificate)),
  });
  return { html: page, sha256: createHash('sha256').update(page).digest('hex') };
}
