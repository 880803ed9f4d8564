import { nearestWord } from '../../client/options/edit-distance.ts';
import { checkSigners } from '../../contract/check-signers.ts';
import type { InputFault } from '../errors/cli-error.ts';
import type { CsvRecord } from '../input/read-csv.ts';
import { readCsv, simpleHead } from '../input/read-csv.ts';
import { counted } from '../terminal/counted.ts';
import { isByWords } from './placement-grammar.ts';
import type { GivenSigner } from './signer-grammar.ts';
import { signerOfCells } from './signer-grammar.ts';
import { signerProblem } from './signer-problem.ts';

export interface TabledSigners {
  readonly signers: readonly GivenSigner[];
  /** Each signer's line, from 1. */
  readonly lines: readonly number[];
  readonly faults: readonly InputFault[];
}

const NEEDED = ['name', 'email', 'phone'];
const KNOWN = [...NEEDED, 'placement'];

/** Missing columns, and a misspelt `placement`, which would be ignored silently. */
function headProblems(heads: readonly string[]): string[] {
  const unknown = heads.filter((head) => !KNOWN.includes(head));
  return KNOWN.flatMap((column) => {
    if (heads.includes(column)) return [];
    const near = unknown.find((head) => nearestWord(head, [column]) !== undefined);
    if (near === undefined && !NEEDED.includes(column)) return [];
    const hint = near === undefined ? 'the first line names the columns' : `is it "${near}"?`;
    return [`there is no column "${column}"; ${hint}`];
  });
}

function toSigner(
  heads: readonly string[],
  { line, cells }: CsvRecord,
): GivenSigner | InputFault[] {
  if (cells.length !== heads.length) {
    const counts = `has ${counted(cells.length, 'field')}, but the header has ${heads.length}`;
    return [{ line, problem: `${counts}; put a rectangle in quotes because of its commas` }];
  }
  const cell = (name: string) => cells[heads.indexOf(name)] ?? '';
  const { signer, problems } = signerOfCells({
    name: cell('name'),
    email: cell('email'),
    phone: cell('phone'),
    placement: cell('placement'),
  });
  if (problems.length > 0)
    return problems.map(({ part, problem }) => ({
      line,
      column: part,
      value: cell(part),
      problem,
    }));
  const problem = ownProblem(signer);
  return problem === undefined ? signer : [{ line, problem }];
}

/** Checks a signer alone; pages and words are checked later. */
function ownProblem({ name, email, phone, positions }: GivenSigner): string | undefined {
  const rectangles = positions.flatMap((position) =>
    isByWords(position)
      ? []
      : [{ ...position, page: position.page === 'last' ? 1 : position.page }],
  );
  const advanced = rectangles.length > 0 && {
    advanced: { signaturePlacement: { positions: rectangles } },
  };
  const checked = checkSigners({ signers: [{ name, email, phone, ...advanced }] });
  return checked.ok ? undefined : signerProblem(checked.problem, []).replace(/^signer 1: /, '');
}

/** Columns name, email, phone and optionally placement; ignores others. */
export async function signersOfCsv(text: string): Promise<TabledSigners> {
  const { header, records, faults } = await readCsv(text);
  if (!header) return { signers: [], lines: [], faults };
  const heads = header.cells.map(simpleHead);
  const problems = headProblems(heads).map((problem) => ({ line: header.line, problem }));
  if (problems.length > 0) return { signers: [], lines: [], faults: problems };
  const read = records.map((record) => toSigner(heads, record));
  const wrong = read.flatMap((one) => ('positions' in one ? [] : one));
  const signers = read.filter((one) => 'positions' in one);
  const lines = records.map(({ line }) => line);
  return { signers, lines, faults: [...faults, ...wrong] };
}
