import { LIMITS } from '../../../contract/limits.ts';
import { csvText } from '../../../contract/write-csv.ts';

interface ExampleColumn {
  readonly name: string;
  readonly meaning: string;
  readonly example?: string;
}

const MOST = LIMITS.signersPerDocument;

const COLUMNS: readonly ExampleColumn[] = [
  { name: 'file', meaning: 'the PDF; relative to this file', example: 'contract.pdf' },
  {
    name: 'name',
    meaning: 'name of the document; {{employee}} is filled in from that column (optional)',
    example: 'Offer {{employee}}',
  },
  {
    name: 'signer1_name',
    meaning: 'who signs first; further signers have columns of their own: signer2_name and so on',
    example: 'Asha Rao',
  },
  {
    name: 'signer1_email',
    meaning: 'where the link to sign is mailed',
    example: 'asha@example.in',
  },
  {
    name: 'signer1_phone',
    meaning: 'mobile phone in digits; format the column as text so that none is lost',
    example: '9876543210',
  },
  {
    name: 'signer1_placement',
    meaning: 'where the signature goes, as in esign help signers; white space if empty (optional)',
  },
  {
    name: 'external_id',
    meaning: 'your own id of the document, to find it by; not every service keeps it (optional)',
  },
  {
    name: 'expect_signers',
    meaning: `refuses the row unless it has that many signers; up to ${MOST} (optional)`,
    example: '1',
  },
  {
    name: 'expect_sha256',
    meaning: 'refuses the row unless the PDF has this SHA-256 (optional)',
  },
  {
    name: 'employee',
    meaning: 'a column of your own; it comes back in the export',
    example: 'E-0042',
  },
];

export const columnMeaning = (name: string): string | undefined =>
  COLUMNS.find((column) => column.name === name)?.meaning;

const BOM = '\ufeff';
const INTRO = [
  '# One row per document. Replace the last line, which is an example.',
  '# Lines above the header that begin with # are not read.',
];

/** A manifest with one row, and a note on each column above its header. */
export function exampleManifest(): string {
  const notes = [...INTRO, ...COLUMNS.map(({ name, meaning }) => `# ${name}: ${meaning}`)];
  const rows = [COLUMNS.map(({ name }) => name), COLUMNS.map(({ example = '' }) => example)];
  return `${BOM}${csvText([...notes.map((note) => [note]), ...rows], { isRaw: true })}`;
}
