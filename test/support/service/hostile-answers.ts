import { XML_SIGNATURE } from '../../../src/service/adapters/gateway/sign-request.ts';
import { seeded } from '../seeded.ts';

/** Ways in which an answer costs more than a genuine one; the last ones pass the scan, and are only forged. */
const HOSTILE_KINDS = [
  'wide',
  'deep',
  'attributes',
  'namespaces',
  'entities',
  'document type',
  'comments',
  'instructions',
  'character data',
  'long text',
  'long name',
  'long value',
  'signatures',
  'references',
  'within bounds',
  'escaped signature',
] as const;

/** A hostile answer. */
export interface HostileAnswer {
  readonly kind: (typeof HOSTILE_KINDS)[number];
  readonly xml: string;
}

const BYTES = 240_000;
const OF_THE_PROFILE = `<SignedInfo><CanonicalizationMethod Algorithm="${XML_SIGNATURE.canonicalization}"/><SignatureMethod Algorithm="${XML_SIGNATURE.signature}"/><Reference URI=""><Transforms><Transform Algorithm="${XML_SIGNATURE.enveloped}"/></Transforms><DigestMethod Algorithm="${XML_SIGNATURE.digest}"/><DigestValue>AAAA</DigestValue></Reference></SignedInfo>`;
const SIGNATURE = `<Signature xmlns="${XML_SIGNATURE.namespace}">${OF_THE_PROFILE}<SignatureValue>AAAA</SignatureValue></Signature>`;

const answer = (content: string, attributes = '', signature = SIGNATURE) =>
  `<EsignResp${attributes}>${content}${signature}</EsignResp>`;
const fill = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length));
const each = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
const carrier = (text: string) => `<DocSignature id="1">${text}</DocSignature>`;

/** What exceeds what; `size` is from 0 to 1. */
const MAKERS: Readonly<Record<HostileAnswer['kind'], (size: number) => string>> = {
  wide: (size) => answer(each(100 + size * 48_000, (index) => (index % 3 ? '<a/>' : '<b></b>'))),
  deep: (size) => {
    const depth = Math.ceil(20 + size * 30_000);
    return answer('<a>'.repeat(depth) + '</a>'.repeat(depth));
  },
  attributes: (size) =>
    answer(
      '',
      each(30 + size * 14_000, (index) => ` a${index}="${index}"`),
    ),
  namespaces: (size) =>
    answer(
      '',
      each(20 + size * 10_000, (index) => ` xmlns:n${index}="u:${index}"`),
    ),
  entities: (size) => answer(carrier(fill('&undeclared;', 12 + size * BYTES))),
  'document type': (size) =>
    `<!DOCTYPE EsignResp [${each(3 + size * 9000, (index) => `<!ENTITY e${index} "e">`)}]>${answer('')}`,
  comments: (size) => answer(fill('<!--x-->', 160 + size * BYTES)),
  instructions: (size) => answer(fill('<?a b?>', 7 + size * BYTES)),
  'character data': (size) => answer(fill('<![CDATA[x]]>', 13 + size * BYTES)),
  'long text': (size) => answer(`<Text>${fill('x', 20_000 + size * 200_000)}</Text>`),
  'long name': (size) => answer(`<${fill('x', 200 + size * BYTES)}/>`),
  'long value': (size) => answer(`<a b="${fill('x', 5000 + size * 200_000)}"/>`),
  signatures: (size) => answer('', '', SIGNATURE.repeat(2 + size * 300)),
  references: (size) => answer(carrier(fill('&#13;', 25_000 + size * 200_000))),
  'within bounds': (size) =>
    answer(
      each(14, () => carrier(fill('QUJD\r\n', size * 14_000))) +
        each(26, (index) => `<a><b c="${fill('&lt;', size * 600)}">${index}</b></a>`),
      each(10, (index) => ` xmlns:n${index}="u:${index}"`),
    ),
  'escaped signature': (size) =>
    answer(
      carrier(fill('&#13;\n', size * 24_000)),
      '',
      SIGNATURE.replace('AAAA</DigestValue>', `${fill('&amp;', size * 4000)}</DigestValue>`),
    ),
};

/** So many hostile answers of all kinds, each no longer than a message may be, by a seed. */
export function* hostileAnswers(count: number, seed: number): Generator<HostileAnswer> {
  const random = seeded(seed);
  for (let index = 0; index < count; index += 1) {
    const kind = HOSTILE_KINDS[index % HOSTILE_KINDS.length] ?? 'wide';
    yield { kind, xml: MAKERS[kind](random()) };
  }
}
