import { SaxesParser } from 'saxes';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';

/** Hold certificates, lists or signatures: large texts, and several of a kind. */
const CARRIERS = new Set([
  'DocSignature',
  'Signature',
  'UserX509Certificate',
  'X509CRL',
  'X509Certificate',
]);

/** Per message. A genuine one has some 30 elements with a few attributes each, 7 levels deep. */
const MOST = {
  elements: 64,
  'certificates and signatures': 16,
  'elements within each other': 16,
  attributes: 128,
  'attributes of one element': 24,
  namespaces: 16,
  comments: 16,
  // Line ends in Base64 may be references.
  references: 4096,
} as const;

/** In UTF-16 units. */
const LONGEST = { name: 128, 'attribute value': 4096, text: 16_384, comment: 1024 } as const;

type CountedXml = keyof typeof MOST;

const malformed = (message: string, options?: ErrorOptions) =>
  new GatewayAnswerRefused('malformed', message, options);

function bound(what: CountedXml, count: number): void {
  if (count > MOST[what]) throw malformed(`The message has more than ${MOST[what]} ${what}.`);
}

function boundLength(what: keyof typeof LONGEST, { length }: string): void {
  if (length <= LONGEST[what]) return;
  throw malformed(`The message has more than ${LONGEST[what]} characters in one ${what}.`);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const isNamespace = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

/**
 * Refuses a malformed or oversized message before a tree is built: trees and canonical forms cost
 * far more than its length. Callers check its length and document type.
 * @throws {GatewayAnswerRefused} `malformed`; the message names the limit
 */
export function scanXml(xml: string): void {
  bound('references', xml.split('&').length - 1);
  const counts = new Map<CountedXml, number>();
  const count = (what: CountedXml) => {
    const next = (counts.get(what) ?? 0) + 1;
    counts.set(what, next);
    bound(what, next);
  };
  const open: string[] = [];
  // XML 1.1 has other line ends than the parser that follows.
  const parser = new SaxesParser({ defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('opentagstart', ({ name }) => {
    boundLength('name', name);
    open.push(localName(name));
    bound('elements within each other', open.length);
    count(CARRIERS.has(localName(name)) ? 'certificates and signatures' : 'elements');
    counts.delete('attributes of one element');
  });
  parser.on('attribute', ({ name, value }) => {
    boundLength('name', name);
    boundLength('attribute value', value);
    for (const what of ['attributes', 'attributes of one element'] as const) count(what);
    if (isNamespace(name)) count('namespaces');
  });
  parser.on('text', (text) => {
    if (!CARRIERS.has(open.at(-1) ?? '')) boundLength('text', text);
  });
  parser.on('comment', (comment) => {
    boundLength('comment', comment);
    count('comments');
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (cause) => {
    throw malformed('The message is not well-formed.', { cause });
  });
  parser.write(xml).close();
}
