import type { BaseBlock } from 'asn1js';
import { fromBER, Sequence } from 'asn1js';
import { RelativeDistinguishedNames } from 'pkijs';
import { OID } from './oids.ts';

/** What names a certificate and its holder (RFC 5280, 4.1), as it stands in the certificate. */
export interface CertificateNames {
  /** The whole certificate. */
  readonly element: BaseBlock;
  readonly serialNumber: BaseBlock;
  readonly issuer: BaseBlock;
  /** The holder's common name; empty where there is none. */
  readonly commonName: string;
}

function itemsOf(element: BaseBlock | undefined): BaseBlock[] {
  if (element instanceof Sequence) return element.valueBlock.value;
  throw new Error('a certificate is not built as one');
}

/**
 * Reads the names in a certificate, and none of the rest: a check needs no more, and the rest is dear.
 * Throws Error for what is no certificate.
 */
export function certificateNames(der: Uint8Array): CertificateNames {
  const { result: element } = fromBER(new Uint8Array(der));
  const fields = itemsOf(itemsOf(element)[0]);
  const isVersion = fields[0]?.idBlock.tagClass === 3;
  const [serialNumber, , issuer, , subject] = isVersion ? fields.slice(1) : fields;
  if (serialNumber === undefined || issuer === undefined || subject === undefined) {
    throw new Error('a certificate lacks its names');
  }
  const names = new RelativeDistinguishedNames({ schema: subject }).typesAndValues;
  const name = names.find(({ type }) => type === OID.commonName);
  return { element, serialNumber, issuer, commonName: name?.value.valueBlock.value ?? '' };
}

/** The bytes of an element, encoded in DER. */
export function derOf(element: BaseBlock): Buffer {
  return Buffer.from(element.toBER());
}
