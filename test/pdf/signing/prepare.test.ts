import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { checkCms } from '../../../src/pdf/cms/check-cms.ts';
import { readArray, readDict, readName, readNumber, readText } from '../../../src/pdf/objects.ts';
import { topFields } from '../../../src/pdf/signing/form-fields.ts';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import {
  fieldsFor,
  prepared,
  signedByAll,
  signedDocument,
  withFields,
} from '../../support/pdf/sign-pdf.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

const [field] = fieldsFor(1);
const emptyForm = async () => (await signedDocument(1))[0]!;

test('each of six signers appends to the bytes of the one before', async () => {
  const revisions = await signedDocument(6);
  for (const [index, bytes] of revisions.entries()) {
    const before = revisions[index - 1];
    if (before) expect(bytes.subarray(0, before.length).equals(before)).toBe(true);
  }
  expect(revisions).toHaveLength(7);
});

test('the signed hash covers all but the placeholder, and the CMS over it is sound', async () => {
  const authority = await testAuthority();
  const identity = await authority.issue('Asha Rao');
  const open = await prepared(await emptyForm(), field!);
  const cms = createCms({ sha256: open.sha256, ...identity, ess: true });
  const rules = { sha256: open.sha256, roots: [authority.root], at: new Date(), needEss: true };
  expect(checkCms(cms, rules).signer.commonName).toBe('Asha Rao');
  const signed = embedCms(open, cms);
  expect(signed.length).toBe(open.bytes.length);
  expect(signed.subarray(open.contentsAt + 1, open.contentsAt + 9).toString()).toBe(
    cms.toString('hex').slice(0, 8),
  );
});

test('a field can be signed once', async () => {
  const [, signed] = await signedDocument(1);
  await expect(prepared(signed!, field!)).rejects.toMatchObject({
    code: 'ALREADY_SIGNED',
  });
});

test('each signature locks all fields but those that are still to be signed', async () => {
  const marked = fieldsFor(3).map((one) => ({
    ...one,
    rects: [...one.rects, { ...one.rects[0]!, y: 420 }],
  }));
  const file = (await signedByAll(aPdf(), marked)).at(-1)!;
  const pdf = await PDF.load(file, { lenient: false });
  const said = ['esign_01', 'esign_02', 'esign_03'].map((name) => {
    const value = readDict(pdf, topFields(pdf).get(name)?.get('V'));
    return [...(readArray(pdf, value?.get('Reference')) ?? [])].map((item) => {
      const parameters = readDict(pdf, readDict(pdf, item)?.get('TransformParams'));
      const names = readArray(pdf, parameters?.get('Fields'));
      return [
        readName(pdf, parameters?.get('Action')) ?? readNumber(pdf, parameters?.get('P')),
        ...[...(names ?? [])].map((one) => readText(pdf, one)),
      ];
    });
  });
  expect(said).toEqual([
    [[2], ['Exclude', 'esign_02', 'esign_02_mark_02', 'esign_03', 'esign_03_mark_02']],
    [['Exclude', 'esign_03', 'esign_03_mark_02']],
    [['All']],
  ]);
});

test('a missing field cannot be signed', async () => {
  await expect(prepared(await emptyForm(), fieldsFor(2)[1]!)).rejects.toMatchObject({
    code: 'NO_SUCH_FIELD',
  });
});

test('a name full of PDF syntax stays text', async () => {
  const name = ') /ByteRange [0 9999999999 9999999999 9999999999] (\\';
  const open = await prepared(await emptyForm(), field!, { name });
  const pdf = await PDF.load(open.bytes, { lenient: false });
  expect(pdf.getPageCount()).toBe(1);
});

test('a placeholder that occurs elsewhere in the revision is refused', async () => {
  const ambiguous = { reserve: 0, name: '' };
  await expect(prepared(await emptyForm(), field!, ambiguous)).rejects.toMatchObject({
    code: 'PLACEHOLDER',
  });
});

test('a field on a missing page is refused', async () => {
  const astray = { ...field!, rects: [{ ...field!.rects[0]!, page: 2 }] };
  await expect(withFields(aPdf(), [astray])).rejects.toMatchObject({ code: 'NO_SUCH_PAGE' });
});

test('fields are added to existing annotations and to a form without fields', async () => {
  const catalog = '/AcroForm << /DA (/Helv 0 Tf) >>';
  const pdf = aPdf({ pages: [{ entries: '/Annots []' }], catalog });
  const placed = await PDF.load(await withFields(pdf, fieldsFor(2)), { lenient: false });
  expect([...topFields(placed).keys()]).toEqual(['esign_01', 'esign_02']);
  expect(placed.getPages()[0]?.dict.getArray('Annots')).toHaveLength(2);
});

test('a CMS larger than the placeholder is refused', async () => {
  const open = await prepared(await emptyForm(), field!, { reserve: 100 });
  expect(() => embedCms(open, Buffer.alloc(101))).toThrow(/101 bytes/);
  expect(embedCms(open, Buffer.alloc(100)).length).toBe(open.bytes.length);
});
