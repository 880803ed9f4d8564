import { SaxesParser } from 'saxes';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';

/** Elements that hold certificates, lists or signatures: large texts, and several of a kind. */
const CARRIERS = new Set([
  'DocSignature',
  'Signature',
  'UserX509Certificate',
  'X509CRL',
  'X509Certificate',
]);

/** Most of each in one message. A genuine one has some 30 elements, each with a few attributes, in a depth of 7. */
const MOST = {
  elements: 64,
  'certificates and signatures': 16,
  'elements within each other': 16,
  attributes: 128,
  'attributes of one element': 24,
  namespaces: 16,
  comments: 16,
  // A line end in Base64 may be one.
  references: 4096,
} as const;

/** Most UTF-16 units of each. */
const LONGEST = { name: 128, 'attribute value': 4096, text: 16_384, comment: 1024 } as const;

type Counted = keyof typeof MOST;

const malformed = (message: string, options?: ErrorOptions) =>
  new GatewayAnswerRefused('malformed', message, options);

function bound(what: Counted, count: number): void {
  if (count > MOST[what]) throw malformed(`The message has more than ${MOST[what]} ${what}.`);
}

function boundLength(what: keyof typeof LONGEST, { length }: string): void {
  if (length <= LONGEST[what]) return;
  throw malformed(`The message has more than ${LONGEST[what]} characters in one ${what}.`);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const isNamespace = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

/**
 * Refuses a message that has more of anything than a genuine one can have, or is not well-formed, before a tree is built of it: trees and
 * canonical forms cost far more than their message's length. Stops at the first excess. The message's length and document types are
 * the caller's to check.
 * @throws {GatewayAnswerRefused} `malformed`; the message names the bound
 */
export function scanXml(xml: string): void {
  bound('references', xml.split('&').length - 1);
  const counts = new Map<Counted, number>();
  const count = (what: Counted) => {
    const next = (counts.get(what) ?? 0) + 1;
    counts.set(what, next);
    bound(what, next);
  };
  const open: string[] = [];
  // By version 1.1, other characters would end a line than for the parser that follows.
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
