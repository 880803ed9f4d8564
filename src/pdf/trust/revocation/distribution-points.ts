import type { X509Certificate } from 'node:crypto';
import { itemsOfExtension } from '../certificate-extensions.ts';
import type { Element } from '../der.ts';
import { elementsOf, itemsOf } from '../der.ts';
import { webUrls } from '../general-names.ts';
import { parseCertificate } from '../parsed-certificate.ts';

const DISTRIBUTION_POINTS = '2.5.29.31';
/** distributionPoint, and fullName in it. */
const FIELD = 0xa0;

function inField(elements: readonly Element[]): Element[] {
  return elements
    .filter(({ tag }) => tag === FIELD)
    .flatMap(({ content }) => [...elementsOf(content)]);
}

/** CRL URLs of a certificate (RFC 5280, 4.2.1.13); empty if they cannot be read. */
export function crlUrls(certificate: X509Certificate): string[] {
  try {
    const points =
      itemsOfExtension(parseCertificate(certificate).extensions, DISTRIBUTION_POINTS) ?? [];
    return webUrls(points.flatMap((point) => inField(inField(itemsOf(point)))));
  } catch {
    return [];
  }
}
