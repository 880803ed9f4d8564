import type { BaseBlock } from 'asn1js';
import { fromBER, Sequence } from 'asn1js';
import { RelativeDistinguishedNames } from 'pkijs';
import { OID } from './asn1.ts';

/** The names in a certificate (RFC 5280, 4.1) as encoded there. */
export interface CertificateNames {
  /** The whole certificate. */
  readonly element: BaseBlock;
  readonly serialNumber: BaseBlock;
  readonly issuer: BaseBlock;
  /** The subject's common name; may be empty. */
  readonly commonName: string;
}

function itemsOf(element: BaseBlock | undefined): BaseBlock[] {
  if (element instanceof Sequence) return element.valueBlock.value;
  throw new Error('a certificate is malformed');
}

/** Reads the names in a certificate; parsing the rest would be slow. Throws Error if it is malformed. */
export function certificateNames(der: Uint8Array): CertificateNames {
  const { result: element } = fromBER(new Uint8Array(der));
  const fields = itemsOf(itemsOf(element)[0]);
  const isVersion = fields[0]?.idBlock.tagClass === 3;
  const [serialNumber, , issuer, , subject] = isVersion ? fields.slice(1) : fields;
  if (serialNumber === undefined || issuer === undefined || subject === undefined) {
    throw new Error('a certificate has no names');
  }
  const names = new RelativeDistinguishedNames({ schema: subject }).typesAndValues;
  const name = names.find(({ type }) => type === OID.commonName);
  return { element, serialNumber, issuer, commonName: name?.value.valueBlock.value ?? '' };
}

/** A distinguished name on one line. */
export function showName(name: string): string {
  return name.split('\n').join(', ');
}
