import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import type { Change } from '../../../support/pdf/altered-pdfs.ts';
import {
  addField,
  anAppearance,
  fieldNamed,
  signedElsewhere,
  updated,
} from '../../../support/pdf/altered-pdfs.ts';
import { aForeignForm, FILLINGS, FORGERIES } from '../../../support/pdf/forged-documents.ts';
import { fieldsFor, signedBy, withFields } from '../../../support/pdf/sign-pdf.ts';
import {
  foreign,
  one,
  second,
  trusting,
  two,
  verdictOn,
} from '../../../support/pdf/signed-states.ts';

test('signing in order changes nothing but signatures', async () => {
  for (const file of [one, two]) expect(await verdictOn(file)).toBe('AS_SIGNED');
  expect((await verifyPdf(two, trusting)).verified).toBe(true);
});

/** A signature that is gone or no signature any more cannot be compared with anything. */
const FOUND = /^(CHANGED|INVALID|UNSUPPORTED|NOT_SIGNED)/;

test.each(FORGERIES)('%s behind the last signature is found', async (_, change) => {
  expect(await verdictOn(await updated(two, change))).toMatch(FOUND);
});

test.each(FORGERIES)('%s below the next signature is found', async (_, change) => {
  const changed = await updated(one, change);
  const file = await signedBy(changed, second, { name: 'Ravi Kumar' }).catch(() => changed);
  expect(await verdictOn(file)).toMatch(FOUND);
});

test.each(FILLINGS)('%s is permitted, and reported', async (_, change) => {
  const file = await updated(foreign, change);
  expect(await verdictOn(file)).toMatch(/^PERMITTED_CHANGE( PLACED)?$/);
  expect(await verifyPdf(file, trusting)).toMatchObject({ intact: false });
});

test('signatures of other software are compared as well', async () => {
  const both = await signedElsewhere(foreign, 'Second');
  expect(await verdictOn(both)).toBe('AS_SIGNED');
  const unseen = await signedElsewhere(both, 'Third', {
    change: (pdf) => void addField(pdf, 'Third', [0, 0, 0, 0]),
  });
  expect(await verdictOn(unseen)).toBe('AS_SIGNED');
  const seen = await signedElsewhere(both, 'Third', {
    change: (pdf) => void addField(pdf, 'Third', [9, 9, 300, 300]),
  });
  expect(await verdictOn(seen)).toBe('PERMITTED_CHANGE PLACED');
});

const shadows: [string, Buffer, Change][] = [
  [
    'the store of proof as content of a page',
    aForeignForm('/DSS << /Certs 14 0 R >>'),
    (pdf) => {
      const certificates = pdf.getObject(PdfRef.of(14, 0));
      const content = new PdfStream([], new Uint8Array(Buffer.from('BT (two crore) Tj ET')));
      if (certificates instanceof PdfArray) certificates.push(pdf.register(content));
    },
  ],
  [
    'the metadata as content of a page',
    aForeignForm('', '/Parts 10 0 R'),
    (pdf) => {
      const found = pdf.getObject(PdfRef.of(10, 0));
      if (found instanceof PdfStream) found.setData(new Uint8Array(Buffer.from('<x/>')));
    },
  ],
  [
    'an object that was referred to, and was not there',
    aForeignForm('', '/Parts 33 0 R'),
    (pdf) => {
      let ref = pdf.register(PdfDict.of({}));
      while (ref.objectNumber < 33) ref = pdf.register(PdfDict.of({}));
    },
  ],
  [
    'the document information as resources of a page',
    aForeignForm('', '/Parts 15 0 R'),
    (pdf) => {
      const found = pdf.getObject(PdfRef.of(15, 0));
      if (found instanceof PdfDict) found.set('Title', PdfString.fromString('Sale'));
    },
  ],
];

test.each(shadows)('%s is found', async (_, file, change) => {
  const signed = await signedElsewhere(file, 'Approval');
  expect(await verdictOn(await updated(signed, change))).toMatch(/^CHANGED /);
});

test('a change in a stream that is not decoded is not judged', async () => {
  const file = await updated(foreign, (pdf) => {
    const xmp = new PdfStream([['Filter', PdfName.of('JBIG2Decode')]], new Uint8Array(9));
    xmp.set('Type', PdfName.of('Metadata'));
    xmp.set('Subtype', PdfName.of('XML'));
    pdf.getCatalog().set('Metadata', pdf.register(xmp));
  });
  expect(await verdictOn(file)).toBe('UNREADABLE');
  expect(await verifyPdf(file, trusting)).toMatchObject({ intact: null, verified: false });
});

/** Adds a field, and writes the annotations of its page anew, in an object of their own. */
const withNewList =
  (change: (items: PdfArray) => void): Change =>
  (pdf) => {
    const { dict } = pdf.getPages()[0] ?? expect.unreachable();
    const items = dict.getArray('Annots', (ref) => pdf.getObject(ref))?.toArray() ?? [];
    const list = new PdfArray(items);
    change(list);
    dict.set('Annots', pdf.register(list));
    addField(pdf, 'Later', [0, 0, 0, 0]);
  };

test('a list of annotations may be written anew with what was added, and with nothing missing', async () => {
  const same = withNewList(() => undefined);
  expect(await verdictOn(await signedElsewhere(foreign, 'Later', { change: same }))).toBe(
    'AS_SIGNED',
  );
  const less = withNewList((items) => items.remove(0));
  expect(await verdictOn(await signedElsewhere(foreign, 'Later', { change: less }))).toMatch(
    /^CHANGED /,
  );
});

test('a signature cannot show what was there before', async () => {
  const reuse: Change = (pdf) =>
    fieldNamed(pdf, 'esign_02').set('AP', PdfDict.of({ N: PdfRef.of(5, 0) }));
  const file = await signedElsewhere(one, 'esign_02');
  expect(await verdictOn(file)).toBe('AS_SIGNED');
  const shown = await updated(one, (pdf) => {
    fieldNamed(pdf, 'esign_02').set('V', pdf.register(PdfDict.of({ Type: PdfName.of('Sig') })));
    reuse(pdf);
  });
  expect(await verdictOn(shown)).toBe('UNSUPPORTED SUB_FILTER');
  const marked = await signedElsewhere(one, 'esign_02', {
    change: (pdf) => fieldNamed(pdf, 'esign_01_mark_02').set('AP', anAppearance(pdf)),
  });
  expect(await verdictOn(marked)).toBe('CHANGED FIELD_LOCKED');
});

test('a signature that was taken out before the next is missed', async () => {
  const hide: Change = (pdf) => {
    fieldNamed(pdf, 'esign_01').set('FT', PdfName.of('Btn'));
    pdf.getCatalog().delete('Perms');
  };
  const file = await signedBy(await updated(one, hide), second, { name: 'Ravi Kumar' });
  expect(await verdictOn(file)).toBe('CHANGED SIGNATURE_REMOVED');
});

test('any forgeries together are found, and honest orders never', async () => {
  const some = fc.subarray([...FORGERIES], { minLength: 1, maxLength: 3 });
  const found = fc.asyncProperty(some, async (changes) => {
    const all: Change = (pdf) => {
      for (const [, change] of changes) {
        try {
          change(pdf);
        } catch {
          // The change before this one removed what it changes.
        }
      }
    };
    expect(await verdictOn(await updated(two, all))).not.toBe('AS_SIGNED');
  });
  await fc.assert(found, { numRuns: 25 });
  const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
  const honest = fc.asyncProperty(order, async (signers) => {
    const fields = fieldsFor(3);
    let file = await withFields(aPdf(), fields);
    for (const at of signers) file = await signedBy(file, fields[at]!);
    expect(await verdictOn(file)).toBe('AS_SIGNED');
  });
  await fc.assert(honest, { numRuns: 6 });
});

const KEYS = ['V', 'AP', 'AS', 'T', 'Rect', 'F', 'Kids', 'Annots', 'Contents', 'DSS', 'Type', 'Zz'];

test('any entry of any object is found when it changes', async () => {
  const edit = fc.record({
    signed: fc.constantFrom(two, foreign),
    id: fc.integer({ min: 1, max: 20 }),
    key: fc.constantFrom(...KEYS),
    value: fc.constantFrom(PdfNumber.of(7), PdfName.of('Other'), new PdfArray([])),
    isRemoved: fc.boolean(),
  });
  const found = fc.asyncProperty(edit, async ({ signed, id, key, value, isRemoved }) => {
    let isChanged = false;
    const file = await updated(signed, (pdf) => {
      const object = pdf.getObject(PdfRef.of(id, 0));
      if (!(object instanceof PdfDict) || (isRemoved && !object.has(key))) return;
      isChanged = true;
      if (isRemoved) object.delete(key);
      else object.set(key, value);
    });
    if (isChanged) expect(await verdictOn(file)).not.toMatch(/^(AS_SIGNED|EVIDENCE_ADDED)/);
  });
  await fc.assert(found, { numRuns: 80 });
});
