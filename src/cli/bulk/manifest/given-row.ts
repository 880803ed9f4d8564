import type { InputFault } from '../../errors/cli-error.ts';
import { simpleHead } from '../../input/read-csv.ts';
import type { WrittenSigner } from '../../signers/place-signers.ts';

/** `number` counts from 1, gaps included. */
export type RowSigner = { readonly number: number } & WrittenSigner;

/** Checks that a row asks for; undefined skips the check. */
export interface Expected {
  readonly signers: number | undefined;
  /** 64 lower-case hex digits. */
  readonly sha256: string | undefined;
}

/** A cell as it was read, under its header as it was written. */
export type Cell = Required<Pick<InputFault, 'column' | 'value'>>;

/** Without a full stop, and without a cell when it concerns the row. */
export type RowProblem = Pick<InputFault, 'column' | 'value' | 'problem'>;

export interface GivenRow {
  readonly line: number;
  /** Empty when the row names none. */
  readonly file: string;
  /** Empty when the row has none. */
  readonly externalId: string;
  /** `{{column}}` is not filled in yet; empty when the row has no name. */
  readonly name: string;
  readonly signers: readonly RowSigner[];
  readonly expected: Expected;
  readonly columns: Readonly<Record<string, string>>;
  /** By `cellKey` of the header; a field of a signer in JSON as in CSV, `signer1_name`. */
  readonly cells: ReadonlyMap<string, Cell>;
  readonly problems: readonly RowProblem[];
  /** True when the cells could not be read, so that nothing else can be checked. */
  readonly isUnreadable: boolean;
}

export interface GivenRows {
  readonly rows: readonly GivenRow[];
  readonly faults: readonly InputFault[];
}

export const cellKey = (head: string): string =>
  simpleHead(head).replace(/^signer_(?=\d)/, 'signer');

/** Of a signer's field, or of the column that holds the whole signer. */
export function signerCell(
  { cells }: Pick<GivenRow, 'cells'>,
  number: number,
  field: string,
): Cell | undefined {
  const whole = cells.get(`signer${number}`);
  return whole?.value ? whole : (cells.get(`signer${number}_${field}`) ?? whole);
}

export function readExpectation(
  signers: Cell | undefined,
  sha256: Cell | undefined,
): { expected: Expected; problems: RowProblem[] } {
  const isCount = /^[1-9]\d*$/.test(signers?.value ?? '');
  const isHash = /^[0-9a-f]{64}$/i.test(sha256?.value ?? '');
  const problems: RowProblem[] = [];
  if (signers?.value && !isCount)
    problems.push({ ...signers, problem: 'is not a number of signers' });
  if (sha256?.value && !isHash)
    problems.push({ ...sha256, problem: 'is not 64 hexadecimal digits' });
  const expected = {
    signers: isCount ? Number(signers?.value) : undefined,
    sha256: isHash ? sha256?.value.toLowerCase() : undefined,
  };
  return { expected, problems };
}
