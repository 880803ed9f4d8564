import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readUploadFile } from '../../../src/cli/documents/upload-file.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

const REFUSED = [
  ['none.pdf', 'cannot read the PDF from', 'no such file or folder'],
  ['', 'cannot read the PDF from', 'it is a folder'],
  ['large.pdf', 'is larger than 10 MB', undefined],
] as const;

test.each(REFUSED)('"%s" is refused before anything is sent, by its name', async (...row) => {
  const [name, message, why] = row;
  const folder = await makeTestFolder({
    'large.pdf': Buffer.alloc(LIMITS.pdfBytes + 1),
  });
  const refused = await readUploadFile(join(folder, name)).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: expect.stringContaining(message), why, exitCode: 2 });
  expect(refused).toMatchObject({ message: expect.stringContaining(join(folder, name)) });
});

test('a PDF goes by the name of its file', async () => {
  const folder = await makeTestFolder({ 'lease.pdf': Buffer.from(aPdf()) });
  expect(await readUploadFile(join(folder, 'lease.pdf'))).toEqual({
    bytes: Buffer.from(aPdf()),
    name: 'lease.pdf',
  });
});

test('a line break in the name of a file asks for another name', async () => {
  const folder = await makeTestFolder({ 'a\nb.pdf': Buffer.from(aPdf()) });
  const path = join(folder, 'a\nb.pdf');
  await expect(readUploadFile(path)).rejects.toMatchObject({
    next: 'give the document another name with --name',
    exitCode: 2,
  });
  expect(await readUploadFile(path, 'Lease')).toMatchObject({ bytes: Buffer.from(aPdf()) });
});
