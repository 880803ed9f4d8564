import { LIMITS } from '../../../contract/limits.ts';
import { simpleHead } from '../../csv/simple-head.ts';
import { nearestWord } from '../../input/edit-distance.ts';

/** The parts of a signer that have a column each. */
export type SignerPart = 'name' | 'email' | 'phone' | 'placement';

/** What a column of a manifest holds. */
export type Column =
  | { readonly kind: 'file' | 'name' | 'expect_signers' | 'expect_sha256' }
  | {
      readonly kind: 'signer';
      /** 1 to 6. */
      readonly number: number;
      /** undefined: the whole signer, in the grammar of `--signer`. */
      readonly part: SignerPart | undefined;
    }
  | { readonly kind: 'further'; readonly head: string }
  | { readonly kind: 'unnamed' };

/** The columns of a manifest, or what is wrong with its header: sentences without a full stop. */
export interface Columns {
  readonly columns: readonly Column[];
  readonly problems: readonly string[];
}

const PLAIN = ['file', 'name', 'expect_signers', 'expect_sha256'] as const;
const PARTS: readonly SignerPart[] = ['name', 'email', 'phone', 'placement'];
const NUMBERS = Array.from({ length: LIMITS.signersPerDocument }, (_, index) => index + 1);
const SIGNER_HEADS = NUMBERS.flatMap((number) => [
  `signer${number}`,
  ...PARTS.map((part) => `signer${number}_${part}`),
]);
/** A misspelt one of these would be taken for a column of the user's own, and a signer or a check would be missing. */
const GUARDED = [...SIGNER_HEADS, 'expect_signers', 'expect_sha256'];
const SIGNER = /^signer_?(\d+)(?:_(.+))?$/;

const isPlain = (name: string): name is (typeof PLAIN)[number] => PLAIN.some((one) => one === name);

function signerColumn(head: string, number: number, part: string | undefined): Column | string {
  const most = LIMITS.signersPerDocument;
  if (number < 1 || number > most)
    return `there is no column "${head}": a document has ${most} signers at most, signer1 to signer${most}`;
  const known = PARTS.find((one) => one === part);
  if (part === undefined || known) return { kind: 'signer', number, part: known };
  const near = nearestWord(part, PARTS);
  const meant = PARTS.map((one) => `signer${number}_${one}`).join(', ');
  return `there is no column "${head}"; ${near ? `did you mean signer${number}_${near}?` : `there are ${meant}`}`;
}

function columnOf(head: string): Column | string {
  const name = simpleHead(head);
  if (name === '') return { kind: 'unnamed' };
  if (isPlain(name)) return { kind: name };
  const [, number, part] = SIGNER.exec(name) ?? [];
  if (number !== undefined) return signerColumn(head, Number(number), part);
  const near = nearestWord(name, GUARDED);
  return near === undefined
    ? { kind: 'further', head }
    : `there is no column "${head}"; did you mean ${near}?`;
}

function repeated(heads: readonly string[]): string[] {
  const names = heads.map((head) => simpleHead(head).replace(/^signer_(?=\d)/, 'signer'));
  const twice = heads.filter((_, at) => names[at] !== '' && names.indexOf(names[at] ?? '') < at);
  return twice.map((head) => `the column "${head}" stands there twice`);
}

function missingFile(heads: readonly string[], columns: readonly Column[]): string[] {
  if (columns.some(({ kind }) => kind === 'file')) return [];
  const near = heads.find((head) => nearestWord(simpleHead(head), ['file']) !== undefined);
  const hint = near === undefined ? 'the first line names the columns' : `is it "${near}"?`;
  return [`there is no column "file"; ${hint}`];
}

/** Reads the header of a manifest. Pure. */
export function readColumns(heads: readonly string[]): Columns {
  const read = heads.map(columnOf);
  const columns = read.map((column): Column => {
    return typeof column === 'string' ? { kind: 'unnamed' } : column;
  });
  const wrong = read.filter((column) => typeof column === 'string');
  return { columns, problems: [...wrong, ...repeated(heads), ...missingFile(heads, columns)] };
}
