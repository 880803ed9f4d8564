import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { SignaturePosition } from '../../src/contract/placement.ts';
import { twoParties } from '../support/drawing/words-pdfs.ts';
import { openOffice } from '../support/sandbox/an-office.ts';

const office = await openOffice();
const { run, json } = office.place;
await writeFile(office.path('lease.pdf'), twoParties);

const ASHA = 'Asha Rao <asha@example.in> 9876543210 @text:"For the Lessee"';
const RAVI = "Ravi Kumar <ravi@example.in> 9876501234 @text:'for the lessor'";
const BOTH = ['--signer', ASHA, '--signer', RAVI];
const BOXES = [
  { page: 1, x: 60, y: 123.5, width: 140, height: 110 },
  { page: 1, x: 320, y: 123.5, width: 140, height: 110 },
];

interface Shown {
  readonly documentId: string;
  readonly signers: {
    readonly advanced?: { readonly signaturePlacement?: { positions: SignaturePosition[] } };
  }[];
}

const boxesOf = ({ signers }: Shown) =>
  signers.flatMap(({ advanced }) => advanced?.signaturePlacement?.positions ?? []);
const documents = async () =>
  (await json<{ documents: unknown[] }>('docs', 'list', '--limit', '100')).documents.length;

test('a dry run shows the rectangles and sends nothing', async () => {
  const plan = await json<Shown>('send', 'lease.pdf', ...BOTH, '--dry-run');
  expect(plan).toMatchObject({ dryRun: true, name: 'lease.pdf', pages: 1, credits: 2 });
  expect(boxesOf(plan)).toEqual(BOXES);
  const { stdout } = await run('send', 'lease.pdf', ...BOTH, '--dry-run');
  expect(stdout).toContain('1 signs at @1:60,123.5,140x110\n2 signs at @1:320,123.5,140x110\n');
  expect(await documents()).toBe(0);
});

test('a PDF from stdin is searched, too', async () => {
  const pdf = await readFile(office.path('lease.pdf'));
  const end = await office.place.feed(pdf, 'send', '-', '--signer', ASHA, '--dry-run', '--json');
  expect(boxesOf(JSON.parse(end.stdout))).toEqual(BOXES.slice(0, 1));
});

test('a dry run of a document at the service leaves it unsent', async () => {
  const id = await office.createWith('Asha Rao <asha@example.in> 9876543210 @1:60,90,140x110');
  const plan = await json<Shown>('send', id, '--dry-run');
  expect(plan).toMatchObject({ dryRun: true, pages: null, sha256: null, preview: null });
  expect(boxesOf(plan)).toEqual([{ page: 1, x: 60, y: 90, width: 140, height: 110 }]);
  expect(await json<{ status: string }>('docs', 'show', id)).toMatchObject({ status: 'PENDING' });
  const refused = await run('send', id, '--preview', 'x.html');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('with a file') });
});

test('a preview is a file of its own', async () => {
  const end = await run('send', 'lease.pdf', ...BOTH, '--preview', 'preview.html');
  expect(end).toMatchObject({ code: 0 });
  const html = await readFile(office.path('preview.html'), 'utf8');
  expect(html).toContain('<span>2 Ravi Kumar</span>');
  expect(await documents()).toBe(1);
});

test('words that stand nowhere or in several places end with 2 before anything is created', async () => {
  const cases = [
    ['Witness', '"Witness" was not found in the text of the document'],
    ['agreed', '"agreed" is in the document 432 times; add # and a number, or #last: #1 page 1, '],
  ];
  for (const [words, problem] of cases) {
    const signer = `Asha Rao <asha@example.in> 9876543210 @text:"${words}"`;
    const end = await run('send', 'lease.pdf', '--signer', signer, '--yes');
    expect(end).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(problem ?? ''),
    });
  }
  expect(await documents()).toBe(1);
});

test('the service gets rectangles, is signed in them, and never sees the words', async () => {
  const sent = await json<Shown>('send', 'lease.pdf', ...BOTH, '--yes');
  await office.sign(sent.documentId, { all: true });
  const shown = await json<Shown & { status: string }>('docs', 'show', sent.documentId);
  expect(shown.status).toBe('COMPLETED');
  expect(boxesOf(shown)).toEqual(BOXES);
  expect(JSON.stringify(shown)).not.toContain('@text');
});

test('a bulk run resolves every row before it sends any', async () => {
  const head = 'file,signer1_name,signer1_email,signer1_phone,signer1_placement';
  const row = (words: string) =>
    `lease.pdf,Asha Rao,asha@example.in,9876543210,"@text:""${words}"""`;
  await writeFile(office.path('bad.csv'), [head, row('For the Lessee'), row('Witness')].join('\n'));
  const refused = await run('bulk', 'send', 'bad.csv', '--yes');
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"Witness" was not found in the text of the document'),
  });
  const before = await documents();
  await writeFile(office.path('good.csv'), [head, row('For the Lessee')].join('\n'));
  const plan = await json<{ sample: Shown }>('bulk', 'send', 'good.csv', '--dry-run');
  expect(boxesOf(plan.sample)).toEqual(BOXES.slice(0, 1));
  expect(await documents()).toBe(before);
  expect(await run('bulk', 'send', 'good.csv', '--yes')).toMatchObject({ code: 0 });
  expect(await run('bulk', 'send', 'good.csv', '--yes')).toMatchObject({ code: 0 });
  expect(await documents()).toBe(before + 1);
});
