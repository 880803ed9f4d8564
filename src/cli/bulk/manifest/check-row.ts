import { basename } from 'node:path';
import { nearestWord } from '../../../client/options/edit-distance.ts';
import type { PageExtent } from '../../../contract/check-signers.ts';
import { checkSigners } from '../../../contract/check-signers.ts';
import { documentNameProblem } from '../../../contract/document.ts';
import { EXTENSION_LIMITS } from '../../../contract/extensions/names.ts';
import { isRecord } from '../../../contract/is-record.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { SignerInput } from '../../../contract/signer.ts';
import type { PlacedSigners, PlacingProblem } from '../../signers/place-signers.ts';
import { needsPageCount, needsPages, placeSigners } from '../../signers/place-signers.ts';
import { placementProblem, signerProblem } from '../../signers/signer-problem.ts';
import { counted } from '../../terminal/counted.ts';
import type { GivenRow, RowProblem, RowSigner } from './given-row.ts';
import { cellKey, signerCell } from './given-row.ts';
import type { PdfFiles } from './pdf-files.ts';
import { spreadsheetProblem } from './spoilt-cell.ts';

export type CheckedRow =
  | {
      readonly ok: true;
      readonly name: string;
      readonly signers: readonly SignerInput[];
      /** SHA-256 of the file that was searched for words, if any were wanted. */
      readonly searchedSha256?: string | undefined;
    }
  | { readonly ok: false; readonly problems: readonly RowProblem[] };

type FilledName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly problems: readonly RowProblem[] };

const SLOT = /\{\{([^{}]*)\}\}/g;

function slotProblem(slot: string, cells: GivenRow['cells']): RowProblem | undefined {
  const cell = cells.get(cellKey(slot));
  if (cell === undefined) {
    const near = nearestWord(cellKey(slot), [...cells.keys()]);
    const hint = near === undefined ? '' : `; did you mean {{${near}}}?`;
    const problem = `the name needs "${slot.trim()}", but there is no such column${hint}`;
    return { ...cells.get('name'), problem };
  }
  const isEmpty = cell.value.trim() === '';
  if (isEmpty) return { ...cell, problem: `the name needs "${slot.trim()}", which is empty` };
  const problem = spreadsheetProblem(cell.value);
  return problem === undefined ? undefined : { ...cell, problem };
}

/** Fills in `{{column}}` from the row's cells. Unknown columns and empty cells are problems. */
export function fillName(template: string, cells: GivenRow['cells']): FilledName {
  const slots = [...new Set([...template.matchAll(SLOT)].map(([, slot = '']) => slot))];
  const problems = slots
    .map((slot) => slotProblem(slot, cells))
    .filter((problem) => problem !== undefined);
  if (problems.length > 0) return { ok: false, problems };
  const filled = template.replace(SLOT, (_, slot: string) => cells.get(cellKey(slot))?.value ?? '');
  const name = filled.trim();
  const problem = documentNameProblem(name);
  if (problem === undefined) return { ok: true, name };
  return { ok: false, problems: [{ ...cells.get('name'), problem: `the name ${problem}` }] };
}

const FIELDS = ['name', 'email', 'phone'] as const;
const SOUND = { name: 'x', email: 'x@example.com', phone: '0000000000' };

/** Every field of a signer, checked one by one so that none hides another; then the rest. */
function signerProblems(input: unknown, number: number, row: GivenRow): RowProblem[] {
  const check = (signer: unknown, field: string): RowProblem[] => {
    const checked = checkSigners({ signers: [signer] });
    if (checked.ok) return [];
    const who = isRecord(input) ? [{ name: input.name }] : [];
    const problem = signerProblem(checked.problem, who).replace('signer 1', `signer ${number}`);
    return [{ ...signerCell(row, number, field), problem }];
  };
  if (!isRecord(input) || check(input, '').length === 0) return check(input, '');
  if (typeof input.phone === 'number') {
    const problem = `signer ${number}: phone is a number; put it in quotes so that no digit is lost`;
    return [{ ...signerCell(row, number, 'phone'), problem }];
  }
  const problems = FIELDS.flatMap((field) => check({ ...SOUND, [field]: input[field] }, field));
  return [...problems, ...check({ ...input, ...SOUND }, 'placement')];
}

function duplicates(signers: readonly SignerInput[], row: GivenRow): RowProblem[] {
  const people = signers.map(({ name, email, phone }) => JSON.stringify([name, email, phone]));
  return people.flatMap((person, at) => {
    const first = people.indexOf(person);
    if (first === at) return [];
    const problem = `signer ${at + 1} is the same person as signer ${first + 1}`;
    return [{ ...signerCell(row, at + 1, 'name'), problem }];
  });
}

function countProblem({ signers, expected, cells }: GivenRow): RowProblem[] {
  const count = signers.length;
  const most = LIMITS.signersPerDocument;
  if (count === 0) return [{ problem: 'has no signers' }];
  if (count > most) return [{ problem: `has ${count} signers; the maximum is ${most}` }];
  if (expected.signers === undefined || expected.signers === count) return [];
  const cell = cells.get('expect_signers') ?? cells.get('expectsigners');
  return [{ ...cell, problem: `the row has ${counted(count, 'signer')}` }];
}

function externalIdProblem({ externalId, cells }: GivenRow): RowProblem[] {
  const most = EXTENSION_LIMITS.externalIdLength;
  if (externalId.length <= most) return [];
  const cell = cells.get('external_id') ?? cells.get('externalid');
  return [{ ...cell, problem: `must have at most ${most} characters` }];
}

async function hashProblem(
  { expected, cells }: GivenRow,
  path: string,
  files: PdfFiles,
): Promise<RowProblem[]> {
  if (expected.sha256 === undefined) return [];
  const sha256 = await files.sha256(path);
  if (sha256 === expected.sha256) return [];
  const cell = cells.get('expect_sha256') ?? cells.get('expectsha256');
  return [{ ...cell, problem: `is not the SHA-256 of the file, ${sha256}` }];
}

interface CheckContext {
  readonly files: PdfFiles;
  readonly formerName: string | undefined;
}

function named({ name, cells }: GivenRow, path: string, former: string | undefined): FilledName {
  const filled = name === '' ? { ok: true as const, name: basename(path) } : fillName(name, cells);
  return filled.ok || former === undefined ? filled : { ok: true, name: former };
}

async function placed(
  { signers }: GivenRow,
  path: string,
  { files, pages }: { readonly files: PdfFiles; readonly pages: readonly PageExtent[] | undefined },
): Promise<PlacedSigners & { readonly searchedSha256: string | undefined }> {
  let searchedSha256: string | undefined;
  const inOrder = [...signers].sort((one, other) => one.number - other.number);
  const { inputs, problems } = await placeSigners(inOrder, {
    pages,
    findWords: async (wanted) => {
      const { found, sha256 } = await files.findWords(path, wanted);
      searchedSha256 = sha256;
      return found;
    },
  });
  const numbered: unknown[] = [];
  for (const [at, { number }] of inOrder.entries()) numbered[number - 1] = inputs[at];
  const moved = problems.map(({ index, problem }) =>
    index === undefined ? { problem } : { index: (inOrder[index]?.number ?? 1) - 1, problem },
  );
  return { inputs: numbered, problems: moved, searchedSha256 };
}

/** Problems from the contract, without repeats of those already in `given`. */
function furtherProblems(given: GivenRow, problems: readonly RowProblem[]): RowProblem[] {
  const said = new Set(given.problems.map(({ column }) => column));
  return problems.filter(({ column }) => column === undefined || !said.has(column));
}

interface RowFile {
  readonly path: string;
  readonly problem: string | undefined;
}

/** Problems with the file, and those already in `given`. */
async function fileProblems(
  given: GivenRow,
  { path, problem }: RowFile,
  files: PdfFiles,
): Promise<RowProblem[]> {
  const { cells, problems } = given;
  if (problem === undefined) return [...problems, ...(await hashProblem(given, path, files))];
  return [...furtherProblems(given, [{ ...cells.get('file'), problem }]), ...problems];
}

/** Skips checks that need the file if it has a problem. */
export async function checkRow(
  row: GivenRow,
  file: RowFile,
  { files, formerName }: CheckContext,
): Promise<CheckedRow> {
  const { path, problem } = file;
  const name = named(row, path, formerName);
  const signers = problem === undefined ? row.signers : row.signers.map(unplaced);
  const pages = needsPages(signers) ? await files.pages(path) : undefined;
  const problems: RowProblem[] = [
    ...(await fileProblems(row, file, files)),
    ...(name.ok ? [] : furtherProblems(row, name.problems)),
    ...(row.problems.length === 0 ? countProblem(row) : []),
    ...externalIdProblem(row),
  ];
  if (pages === undefined && needsPageCount(signers))
    return { ok: false, problems: [...problems, { problem: 'cannot read the pages of its file' }] };
  const {
    inputs,
    problems: faults,
    searchedSha256,
  } = await placed({ ...row, signers }, path, {
    files,
    pages,
  });
  const ofSigners = inputs.flatMap((input, at) => signerProblems(input, at + 1, row));
  const misplaced = faults.map((one) => placingProblem(one, inputs, row));
  problems.push(...furtherProblems(row, [...ofSigners, ...misplaced]));
  if (!name.ok || problems.length > 0) return { ok: false, problems };
  const checked = checkTogether(name.name, inputs, { pages, row });
  return checked.ok ? { ...checked, searchedSha256 } : checked;
}

function unplaced(signer: RowSigner): RowSigner {
  const { number } = signer;
  if ('given' in signer) return { number, given: { ...signer.given, positions: [] } };
  const { placement: _, ...json } = isRecord(signer.json) ? signer.json : {};
  return { number, json };
}

function placingProblem(
  { index, problem }: PlacingProblem,
  inputs: readonly unknown[],
  row: GivenRow,
): RowProblem {
  if (index === undefined) return { problem };
  const words = signerProblem(`signers[${index}] ${problem}`, inputs);
  return { ...signerCell(row, index + 1, 'placement'), problem: words };
}

/** Checks signers, each valid alone, against each other and the file's pages. */
function checkTogether(
  name: string,
  inputs: readonly unknown[],
  { pages, row }: { readonly pages: readonly PageExtent[] | undefined; readonly row: GivenRow },
): CheckedRow {
  const checked = checkSigners({ signers: inputs });
  const problemOf = (problem: string): RowProblem => {
    const number = Number(/^signers\[(\d+)\]/.exec(problem)?.[1] ?? -1) + 1;
    return { ...signerCell(row, number, 'placement'), problem: signerProblem(problem, inputs) };
  };
  if (!checked.ok) return { ok: false, problems: [problemOf(checked.problem)] };
  const { signers } = checked;
  const misplaced = placementProblem(signers, pages);
  const problems = [...duplicates(signers, row), ...(misplaced ? [problemOf(misplaced)] : [])];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, name, signers };
}
