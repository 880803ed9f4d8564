import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readJournal } from '../../../../src/cli/bulk/journal/read-journal.ts';
import { readManifest } from '../../../../src/cli/bulk/manifest/manifest.ts';
import { planRows } from '../../../../src/cli/bulk/run/plan.ts';
import { openPageReader } from '../../../../src/pdf/reading/page-reader.ts';
import { makeTestFolder } from '../../../support/cli/run-esign.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { pdfWorkerScript } from '../../../support/pdf/pdf-worker.ts';

const PDF = Buffer.from(aPdf());
const SHA256 = createHash('sha256').update(PDF).digest('hex');
const ASHA = 'Asha Rao <asha@example.in> 9876543210';
const asha = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };

async function written(manifest: string): Promise<string> {
  const folder = await makeTestFolder({ 'offer.pdf': PDF, 'broken.pdf': '%PDF-1.7 and no more' });
  const path = join(folder, 'manifest.csv');
  await writeFile(path, manifest);
  return path;
}

const pdfTools = openPageReader(await pdfWorkerScript());
afterAll(() => pdfTools.close());

const BESIDE = '@text:"Service agreement"';

test('every row is placed by its words, in CSV and in JSON', async () => {
  const quoted = `"${ASHA} ${BESIDE.replaceAll('"', '""')}"`;
  const row = { file: 'offer.pdf', signers: [{ ...asha, placement: BESIDE }] };
  const box = { page: 1, x: 72, width: 140, height: 110 };
  for (const text of [`file,signer1\noffer.pdf,${quoted}\n`, `${JSON.stringify(row)}\n`]) {
    const { rows } = await readManifest(await written(text), { pdfTools });
    expect(rows[0]).toMatchObject({ searchedSha256: SHA256 });
    expect(rows[0]?.signers).toMatchObject([
      { ...asha, advanced: { signaturePlacement: { positions: [box] } } },
    ]);
    expect(rows[0]?.signers[0]).not.toHaveProperty('placement');
  }
});

test('every row whose words are not found is a fault', async () => {
  const rows = ["offer.pdf,@text:'Lessee'", "broken.pdf,@text:'Lessee'", 'offer.pdf,'];
  const people = rows.map((row) => row.replace(',', ',Asha Rao,asha@example.in,9876543210,'));
  const head = 'file,signer1_name,signer1_email,signer1_phone,signer1_placement';
  const read = readManifest(await written([head, ...people].join('\n')), { pdfTools });
  const refused = await read.catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'invalid_manifest', exitCode: 2 });
  expect(refused).toMatchObject({
    faults: [
      {
        line: 2,
        column: 'signer1_placement',
        value: "@text:'Lessee'",
        problem: 'signer 1 (Asha Rao): "Lessee" was not found in the text of the document',
      },
      { line: 3, value: 'broken.pdf', problem: expect.stringContaining('cannot be sent: ') },
    ],
  });
});

test('a file that changes after its words were found is not sent', async () => {
  const path = await written(`file,signer1\noffer.pdf,${ASHA} @text:'agreement'\n`);
  const manifest = await readManifest(path, { pdfTools });
  await writeFile(join(path, '../offer.pdf'), aPdf({ pages: [{}, {}] }));
  const journal = await readJournal(`${path}.journal.jsonl`);
  await expect(planRows(manifest, journal, 'send')).rejects.toMatchObject({
    exitCode: 2,
    faults: [{ line: 2, problem: 'the file changed after its words were found; run it again' }],
  });
});
