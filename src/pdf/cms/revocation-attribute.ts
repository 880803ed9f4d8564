import type { Element } from '../trust/der.ts';
import { elementIn, elementsOf, itemsOf, TAG } from '../trust/der.ts';
import type { RevocationFiles } from '../trust/revocation/revocation.ts';
import { derOf, OID } from './asn1.ts';
import type { CmsContents } from './read-cms.ts';
import { onlyValue } from './read-cms.ts';

const CRLS = 0xa0;
const OCSP = 0xa1;

function listIn(fields: readonly Element[], tag: number): Buffer[] {
  const field = fields.find((one) => one.tag === tag);
  const [list] = field ? elementsOf(field.content) : [];
  return list ? itemsOf(list).map(({ bytes }) => bytes) : [];
}

/** CRLs and OCSP responses in signed attributes (ISO 32000-2, 12.8.3.3.2); none if malformed. */
export function revocationAttribute({ attributes }: CmsContents): RevocationFiles {
  const value = onlyValue(attributes, OID.revocationInfoArchival);
  if (value === undefined) return { crls: [], ocsp: [] };
  try {
    const fields = itemsOf(elementIn(derOf(value), TAG.sequence));
    return { crls: listIn(fields, CRLS), ocsp: listIn(fields, OCSP) };
  } catch {
    return { crls: [], ocsp: [] };
  }
}
