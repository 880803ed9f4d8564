import { X509Certificate } from 'node:crypto';
import { PdfStream } from '@libpdf/core';
import { expect, test } from 'vitest';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { carriedCertificates } from '../../../src/pdf/verification/carried-certificates.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { addField, signedElsewhere, updated } from '../../support/pdf/altered-pdfs.ts';
import { store } from '../../support/pdf/forged-documents.ts';
import { fieldsFor, prepared, withFields } from '../../support/pdf/sign-pdf.ts';
import { two } from '../../support/pdf/signed-states.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';
import { timestamped } from '../../support/trust/timestamp-cms.ts';

const authority = await testAuthority();
const nameOf = (der: Uint8Array) => new X509Certificate(der).subject.split('CN=')[1];

async function carriedIn(file: Buffer) {
  const { signatures, stored } = await carriedCertificates(file);
  const rows = signatures.map(({ kind, field, signer, certificates }) => {
    return [kind, field, nameOf(signer), certificates.map(nameOf)] as const;
  });
  return { rows, stored };
}

const SUB_CA = 'TEST Root Sub-CA';

test('every signature is listed with its signer and what its CMS carries', async () => {
  const { rows, stored } = await carriedIn(two);
  expect(rows).toEqual([
    ['signature', 'esign_01', 'Asha Rao', ['Asha Rao', SUB_CA]],
    ['signature', 'esign_02', 'Ravi Kumar', ['Ravi Kumar', SUB_CA]],
  ]);
  expect(stored).toEqual([]);
});

test('timestamps are listed, over the document and within a signature, and the security store', async () => {
  const stamped = await signedElsewhere(
    await updated(two, (pdf) => {
      const root = pdf.register(new PdfStream([], new Uint8Array(authority.root.raw)));
      pdf.getCatalog().set('DSS', pdf.register(store(pdf, root)));
    }),
    'Proof',
    { isTimestamp: true, change: (pdf) => void addField(pdf, 'Proof', [0, 0, 0, 0]) },
  );
  const { rows, stored } = await carriedIn(stamped);
  expect(rows.at(-1)?.slice(0, 3)).toEqual(['timestamp', 'Proof', 'TEST TSA']);
  expect(stored.map(nameOf)).toEqual(['TEST Root']);
  const [field] = fieldsFor(1);
  const asha = await authority.issue('Asha Rao');
  const tsa = await authority.issue('TEST TSA', { usages: ['1.3.6.1.5.5.7.3.8'] });
  const open = await prepared(await withFields(aPdf(), [field!]), field!);
  const cms = createCms({ sha256: open.sha256, ...asha, ess: true });
  const file = embedCms(open, timestamped(cms, tsa, { at: new Date() }));
  expect((await carriedIn(file)).rows.map(([kind, , name]) => [kind, name])).toEqual([
    ['signature', 'Asha Rao'],
    ['timestamp', 'TEST TSA'],
  ]);
});

test('a signature that cannot be read is left out; a file that cannot be read is an error', async () => {
  const broken = Buffer.from(two);
  const at = broken.indexOf('/Contents <');
  broken.write('ff', at + '/Contents <'.length, 'latin1');
  expect((await carriedIn(broken)).rows.map(([, field]) => field)).toEqual(['esign_02']);
  await expect(carriedCertificates(Buffer.from('no PDF'))).rejects.toThrow();
});
