import type { Element } from '../../trust/der.ts';
import { elementsOf, itemsOf, oidIn, TAG } from '../../trust/der.ts';

/** Short names of attributes from 2.5.4.3 on, as OpenSSL and thus Node write them. */
const X500 = [
  ...['CN', 'SN', 'serialNumber', 'C', 'L', 'ST', 'street', 'O', 'OU', 'title', 'description'],
  ...['searchGuide', 'businessCategory', 'postalAddress', 'postalCode', 'postOfficeBox'],
  ...['physicalDeliveryOfficeName', 'telephoneNumber', 'telexNumber'],
  ...['teletexTerminalIdentifier', 'facsimileTelephoneNumber', 'x121Address'],
  ...['internationaliSDNNumber', 'registeredAddress', 'destinationIndicator'],
  ...['preferredDeliveryMethod', 'presentationAddress', 'supportedApplicationContext', 'member'],
  ...['owner', 'roleOccupant', 'seeAlso', 'userPassword', 'userCertificate', 'cACertificate'],
  ...['authorityRevocationList', 'certificateRevocationList', 'crossCertificatePair', 'name'],
  ...['GN', 'initials', 'generationQualifier', 'x500UniqueIdentifier', 'dnQualifier'],
  ...['enhancedSearchGuide', 'protocolInformation', 'distinguishedName', 'uniqueMember'],
  ...['houseIdentifier', 'supportedAlgorithms', 'deltaRevocationList', 'dmdName'],
];
const FIRST_OF_X500 = 3;

/** Further ones in certificates; the rest stay numbers. */
const OTHERS: Readonly<Record<string, string>> = {
  '2.5.4.65': 'pseudonym',
  '2.5.4.72': 'role',
  '2.5.4.97': 'organizationIdentifier',
  '2.5.4.98': 'c3',
  '2.5.4.99': 'n3',
  '2.5.4.100': 'dnsName',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.3': 'mail',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.44': 'uid',
  '1.2.840.113549.1.9.1': 'emailAddress',
  '1.2.840.113549.1.9.2': 'unstructuredName',
  '1.2.840.113549.1.9.8': 'unstructuredAddress',
  '1.3.6.1.4.1.311.60.2.1.1': 'jurisdictionL',
  '1.3.6.1.4.1.311.60.2.1.2': 'jurisdictionST',
  '1.3.6.1.4.1.311.60.2.1.3': 'jurisdictionC',
};

const ARC = '2.5.4.';

function shortName(oid: string): string {
  const inArc = oid.startsWith(ARC)
    ? X500[Number(oid.slice(ARC.length)) - FIRST_OF_X500]
    : undefined;
  return inArc ?? OTHERS[oid] ?? oid;
}

const UTF8 = 0x0c;
const BMP = 0x1e;
const UNIVERSAL = 0x1c;

/** Octets of a character in the string types that are not one octet each. */
const WIDTHS = new Map([
  [BMP, 2],
  [UNIVERSAL, 4],
]);

function textIn({ tag, content }: Element): string {
  if (tag === UTF8)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  const width = WIDTHS.get(tag);
  if (width === undefined) return content.toString('latin1');
  if (content.length % width !== 0) throw new Error('a name is malformed');
  let text = '';
  for (let at = 0; at < content.length; at += width) {
    text += String.fromCodePoint(content.readUIntBE(at, width));
  }
  return text;
}

const hex = (character: string): string =>
  character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/** Escapes as RFC 2253 does, and control characters as `\0A`. */
function escaped(text: string): string {
  return (
    text
      .replace(/[,+"\\<>;]/g, '\\$&')
      .replace(/^#(?=.)|^ | $/gs, '\\$&')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are escaped
      .replace(/[\0-\x1f\x7f]/g, (character) => `\\${hex(character)}`)
  );
}

function attributeText(attribute: Element): string {
  const [type, value] = itemsOf(attribute);
  if (value === undefined) throw new Error('a name is malformed');
  return `${shortName(oidIn(type))}=${escaped(textIn(value))}`;
}

/** A distinguished name in the form of Node's `X509Certificate`: a line for each part. */
export function nameText(name: Element): string {
  const parts = itemsOf(name).map((part) => {
    if (part.tag !== TAG.set) throw new Error('a name is malformed');
    return [...elementsOf(part.content)].map(attributeText).join(' + ');
  });
  return parts.join('\n');
}
