import { basename } from 'node:path';
import { nearestWord } from '../../../client/options/edit-distance.ts';
import { checkSigners } from '../../../contract/check-signers.ts';
import { documentNameProblem } from '../../../contract/document-name-problem.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { PageExtent } from '../../../contract/rectangle-problem.ts';
import type { SignerInput } from '../../../contract/signer.ts';
import { simpleHead } from '../../csv/read-csv.ts';
import { isRecord } from '../../input/is-record.ts';
import type { PlacedSigners, PlacingProblem } from '../../signers/place-signers.ts';
import { needsPageCount, needsPages, placeSigners } from '../../signers/place-signers.ts';
import { placementProblem, signerProblem } from '../../signers/signer-problem.ts';
import { counted } from '../../terminal/counted.ts';
import type { GivenRow } from './given-row.ts';
import type { PdfFiles } from './pdf-files.ts';

export type CheckedRow =
  | {
      readonly ok: true;
      readonly name: string;
      readonly signers: readonly SignerInput[];
      /** SHA-256 of the file that was searched for words, if any were wanted. */
      readonly searchedSha256?: string | undefined;
    }
  | { readonly ok: false; readonly problems: readonly string[] };

type FilledName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly problems: readonly string[] };

const SLOT = /\{\{([^{}]*)\}\}/g;

function slotProblem(slot: string, words: ReadonlyMap<string, string>): string | undefined {
  const word = words.get(simpleHead(slot));
  if (word !== undefined && word.trim() !== '') return undefined;
  if (word !== undefined) return `the name needs "${slot.trim()}", which is empty`;
  const near = nearestWord(simpleHead(slot), [...words.keys()]);
  const hint = near === undefined ? '' : `; did you mean {{${near}}}?`;
  return `the name needs "${slot.trim()}", but there is no such column${hint}`;
}

/** Fills in `{{column}}` from the row's cells. Unknown columns and empty cells are problems. */
export function fillName(template: string, words: ReadonlyMap<string, string>): FilledName {
  const slots = [...new Set([...template.matchAll(SLOT)].map(([, slot = '']) => slot))];
  const problems = slots
    .map((slot) => slotProblem(slot, words))
    .filter((problem) => problem !== undefined);
  if (problems.length > 0) return { ok: false, problems };
  const filled = template.replace(SLOT, (_, slot: string) => words.get(simpleHead(slot)) ?? '');
  const name = filled.trim();
  const problem = documentNameProblem(name);
  return problem ? { ok: false, problems: [`the name ${problem}`] } : { ok: true, name };
}

/** The first problem of each signer, checked one by one so that none hides another. */
function signerProblems(inputs: readonly unknown[]): string[] {
  const problems = inputs.map((input, at) => {
    if (isRecord(input) && typeof input.phone === 'number')
      return `signer ${at + 1}: phone is a number; put it in quotes so that no digit is lost`;
    const checked = checkSigners({ signers: [input] });
    if (checked.ok) return undefined;
    return signerProblem(checked.problem.replace('signers[0]', `signers[${at}]`), inputs);
  });
  return problems.filter((problem) => problem !== undefined);
}

function duplicates(signers: readonly SignerInput[]): string[] {
  const people = signers.map(({ name, email, phone }) => JSON.stringify([name, email, phone]));
  return people.flatMap((person, at) => {
    const first = people.indexOf(person);
    return first < at ? [`signer ${at + 1} is the same person as signer ${first + 1}`] : [];
  });
}

function countProblem({ signers, expected }: GivenRow): string[] {
  const count = signers.length;
  const most = LIMITS.signersPerDocument;
  if (count === 0) return ['has no signers'];
  if (count > most) return [`has ${count} signers; the maximum is ${most}`];
  if (expected.signers === undefined || expected.signers === count) return [];
  return [`has ${counted(count, 'signer')}, but expect_signers is ${expected.signers}`];
}

async function hashProblem({ expected }: GivenRow, path: string, files: PdfFiles) {
  if (expected.sha256 === undefined) return [];
  const sha256 = await files.sha256(path);
  return sha256 === expected.sha256
    ? []
    : [`the file does not match expect_sha256: its SHA-256 is ${sha256}`];
}

interface RowContext {
  readonly files: PdfFiles;
  readonly formerName: string | undefined;
}

function named({ name, words }: GivenRow, path: string, former: string | undefined): FilledName {
  const filled = name === '' ? { ok: true as const, name: basename(path) } : fillName(name, words);
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

export async function checkRow(
  row: GivenRow,
  path: string,
  { files, formerName }: RowContext,
): Promise<CheckedRow> {
  const name = named(row, path, formerName);
  const pages = needsPages(row.signers) ? await files.pages(path) : undefined;
  const problems = [
    ...row.problems,
    ...(name.ok ? [] : name.problems),
    ...(row.problems.length === 0 ? countProblem(row) : []),
    ...(await hashProblem(row, path, files)),
  ];
  if (pages === undefined && needsPageCount(row.signers))
    return { ok: false, problems: [...problems, 'cannot read the pages of its file'] };
  const { inputs, problems: unplaced, searchedSha256 } = await placed(row, path, { files, pages });
  problems.push(...signerProblems(inputs), ...unplaced.map((one) => placingProblem(one, inputs)));
  if (!name.ok || problems.length > 0) return { ok: false, problems };
  const checked = checkTogether(name.name, inputs, pages);
  return checked.ok ? { ...checked, searchedSha256 } : checked;
}

const placingProblem = ({ index, problem }: PlacingProblem, inputs: readonly unknown[]): string =>
  index === undefined ? problem : signerProblem(`signers[${index}] ${problem}`, inputs);

/** Checks signers, each valid alone, against each other and the file's pages. */
function checkTogether(
  name: string,
  inputs: readonly unknown[],
  pages: readonly PageExtent[] | undefined,
): CheckedRow {
  const checked = checkSigners({ signers: inputs });
  if (!checked.ok) return { ok: false, problems: [signerProblem(checked.problem, inputs)] };
  const { signers } = checked;
  const misplaced = placementProblem(signers, pages);
  const problems = [
    ...duplicates(signers),
    ...(misplaced ? [signerProblem(misplaced, inputs)] : []),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, name, signers };
}
