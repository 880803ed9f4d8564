import { readFileSync } from 'node:fs';
import type { PdfDict } from '@libpdf/core';
import { PdfArray, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../../src/pdf/admission/admission.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import {
  aReference,
  fieldNamed,
  signedElsewhere,
  updated,
} from '../../support/pdf/altered-pdfs.ts';
import { aForeignForm } from '../../support/pdf/forged-documents.ts';
import { signedDocument } from '../../support/pdf/sign-pdf.ts';
import {
  aContract,
  aSignedUpload,
  ON_BLANK,
  signedFixture,
  signedTwice,
} from '../../support/pdf/signed-upload.ts';

/** A field that is to be signed, and its widget. */
const DIVIDED = [
  '<< /FT /Sig /T (Later) /Kids [8 0 R] >>',
  '<< /Type /Annot /Subtype /Widget /F 132 /Parent 7 0 R /Rect [0 0 0 0] >>',
];

const admitted = (bytes: Buffer) =>
  inspectPdf(bytes, { maxPages: 100, fonts: async () => testFonts() });
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/${name}.pdf`, import.meta.url));
const certified = (p: number) => aReference('DocMDP', { P: PdfNumber.of(p) });
const locks = (action: string, ...names: string[]) =>
  aReference('FieldMDP', {
    Action: PdfName.of(action),
    Fields: new PdfArray(names.map((one) => PdfString.fromString(one))),
  });

const by = (reference: PdfDict) => () => aSignedUpload({ reference });
const locking = (lock: string) => () => aSignedUpload({ entries: `/Lock << ${lock} >>` });

const kept: [string, () => Buffer | Promise<Buffer>, number][] = [
  ['one signature', () => aSignedUpload(), 1],
  ['two signatures', () => signedTwice(ON_BLANK), 2],
  ['a certification for filling in (P 2)', by(certified(2)), 1],
  ['a certification for comments (P 3)', by(certified(3)), 1],
  ['a lock that permits filling in (P 2)', locking('/Action /Include /Fields [] /P 2'), 1],
  ['a lock on named fields', by(locks('Include', 'Rent')), 1],
];

const FIXTURES = ['plain', 'form', 'object-streams', 'linearised', 'rotated', 'pdf-a'];

test.each(FIXTURES)('the fixture %s is kept once it is signed', async (name) => {
  expect(await admitted(await signedFixture(name))).toMatchObject({ ok: true });
});

test.each([
  ['c-control', 1],
  ['r-acrobat-DR-added', 2],
  ['r-acrobat-F132', 2],
  ['r-pyhanko15-DA-DR', 2],
  ['objstm-dangling-before', 2],
])('%s, which other software signed, is kept', async (name, count) => {
  const admission = await admitted(fixture(`evidence/${name}`));
  expect(admission.ok && admission.signatures.length).toBe(count);
});

test.each(kept)('%s of other software is kept', async (_, make, count) => {
  const admission = await admitted(await make());
  expect(admission).toMatchObject({ ok: true, hasForm: false, isUnlocked: false });
  if (!admission.ok) return;
  expect(admission.signatures.map(({ name }) => name)).toEqual(Array(count).fill('Meera Iyer'));
  expect(admission.signatures[0]).toMatchObject({
    kind: 'signature',
    claimedAt: '2026-11-21T04:30:00.000Z',
    fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
    cmsSha256: expect.stringMatching(/^[\da-f]{64}$/),
  });
});

const refused: [string, string, string, () => Buffer | Promise<Buffer>][] = [
  [
    'a byte that was changed',
    'signed_broken',
    'Lessor',
    async () => {
      const bytes = await aSignedUpload();
      bytes.write('Lease', bytes.indexOf('Service'), 'latin1');
      return bytes;
    },
  ],
  [
    'a page that was drawn over',
    'signed_broken',
    'changed',
    async () =>
      await updated(await aSignedUpload(), (pdf) => pdf.getPages()[0]?.drawText('two crore')),
  ],
  ['a certification for nothing', 'signed_locked', 'permits no changes', by(certified(1))],
  [
    'a field whose lock permits nothing',
    'signed_locked',
    'permits no changes',
    locking('/Action /Include /Fields [] /P 1'),
  ],
  ['a lock on all fields', 'signed_locked', 'FieldMDP', by(locks('All'))],
  ['a lock on all other fields', 'signed_locked', 'FieldMDP', by(locks('Exclude', 'Rent'))],
  [
    'encryption around the signature',
    'signed_encrypted',
    'signed and encrypted',
    () => fixture('encrypted-signed'),
  ],
  [
    'a document of this service',
    'signed_locked',
    'esign_01',
    async () => (await signedDocument(1))[1]!,
  ],
  [
    'another field to be signed',
    'signed_open',
    'Second',
    () => signedElsewhere(aForeignForm(), 'Approval'),
  ],
  [
    'another field to be signed, whose widget is an object of its own',
    'signed_open',
    'Later',
    () => signedElsewhere(aContract({ fields: '7 0 R', more: DIVIDED }), 'Lessor'),
  ],
  [
    'a value that was filled in later',
    'signed_filled',
    'Amount',
    async () => {
      const both = await signedElsewhere(
        await signedElsewhere(aForeignForm(), 'Approval'),
        'Second',
      );
      return await updated(
        both,
        (pdf) => void fieldNamed(pdf, 'Amount').set('V', PdfString.fromString('999')),
      );
    },
  ],
  [
    'usage rights',
    'rights',
    'usage rights',
    () => aSignedUpload({ catalog: '/Perms << /UR3 << >> >>' }),
  ],
  [
    'a script',
    'active_content',
    'JavaScript',
    () => aSignedUpload({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }),
  ],
  [
    'a form that only some viewers show',
    'xfa',
    'XFA',
    () =>
      signedElsewhere(
        Buffer.from(aContract().toString('latin1').replace('/SigFlags 3', '/XFA (x)   '), 'latin1'),
        'Lessor',
      ),
  ],
  [
    'a signature of an unknown kind',
    'signed_unreadable',
    'not supported',
    () => fixture('evidence/b-subfilter-sha1'),
  ],
  [
    'a hybrid file',
    'signed_unreadable',
    'only some programs',
    () => fixture('evidence/hybrid-signed-before'),
  ],
  [
    'a value that is no signature',
    'signed_unreadable',
    'without a name',
    () => aPdf({ catalog: '/AcroForm << /Fields [<< /FT /Sig /Kids [<< /V << >> >>] >>] >>' }),
  ],
];

test.each(refused)('%s is refused as %s, which names %s', async (_, reason, found, make) => {
  const admission = await admitted(await make());
  expect(admission).toMatchObject({ ok: false, reason });
  if (!admission.ok) expect(admission.message).toContain(found);
});
