import type { BaseBlock } from 'asn1js';
import { Constructed, Integer, ObjectIdentifier, Sequence, Set as SetOf } from 'asn1js';
import { ContentInfo } from 'pkijs';
import { expect, test } from 'vitest';
import { OID } from '../../../src/pdf/cms/asn1.ts';
import { readCms } from '../../../src/pdf/cms/read-cms.ts';

function packed(content: BaseBlock, contentType: string = OID.signedData): Buffer {
  return Buffer.from(new ContentInfo({ contentType, content }).toSchema().toBER());
}

const one = () => new Integer({ value: 1 });
const content = () => new Sequence({ value: [new ObjectIdentifier({ value: OID.data })] });
const noCertificate = () =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [new Sequence()] });
const signedData = (...more: BaseBlock[]) =>
  new Sequence({ value: [one(), new SetOf(), content(), ...more] });

const signedDataType = () => new ObjectIdentifier({ value: OID.signedData });
const field = (...value: BaseBlock[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value });
const bytesOf = (...value: BaseBlock[]) => Buffer.from(new Sequence({ value }).toBER());

const broken: [string, Buffer, string][] = [
  ['another type', packed(one(), OID.data), 'not SignedData'],
  ['no sequence in it', packed(one()), 'not a SEQUENCE'],
  ['nothing in it', packed(new Sequence()), 'not a SET'],
  ['no set of signers', packed(signedData(one())), 'not a SET'],
  ['a broken certificate', packed(signedData(noCertificate(), new SetOf())), 'cannot be read'],
  ['trailing bytes', Buffer.concat([packed(signedData(new SetOf())), Buffer.of(5, 0)]), 'not one'],
  [
    'more than its content',
    bytesOf(signedDataType(), field(signedData(new SetOf())), one()),
    'not one',
  ],
  ['two contents', bytesOf(signedDataType(), field(signedData(new SetOf()), one())), 'not one'],
];

test.each(broken)('a CMS with %s cannot be read', (_, cms, message) => {
  const refused = { code: 'CMS_PARSE', message: expect.stringContaining(message) };
  expect(() => readCms(cms)).toThrow(expect.objectContaining(refused));
});
