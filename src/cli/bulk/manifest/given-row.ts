import type { InputFault } from '../../errors/cli-error.ts';
import type { WrittenSigner } from '../../signers/place-signers.ts';

/** A signer of a row. `number` counts from 1, gaps included. */
export type RowSigner = { readonly number: number } & WrittenSigner;

/** Checks a row asks for; undefined expects nothing. */
export interface Expected {
  readonly signers: number | undefined;
  /** 64 hex digits, lower case. */
  readonly sha256: string | undefined;
}

/** A row as written, before its file is read. */
export interface GivenRow {
  readonly line: number;
  /** Empty when the row names none. */
  readonly file: string;
  /** `{{column}}` not yet filled in; empty when the row has none. */
  readonly name: string;
  readonly signers: readonly RowSigner[];
  readonly expected: Expected;
  /** The user's own columns, by head. */
  readonly columns: Readonly<Record<string, string>>;
  /** Every cell by its simplified head, to fill in names. */
  readonly words: ReadonlyMap<string, string>;
  /** Problems found so far, without full stops. */
  readonly problems: readonly string[];
  /** True when the cells could not be read, so that nothing more can be checked. */
  readonly isUnreadable: boolean;
}

/** The rows of a manifest, and faults of the file as a whole. */
export interface GivenRows {
  readonly rows: readonly GivenRow[];
  readonly faults: readonly InputFault[];
}

/** Reads the cells `expect_signers` and `expect_sha256`; an empty cell expects nothing. */
export function readExpectation(
  signers: string,
  sha256: string,
): { expected: Expected; problems: string[] } {
  const isCount = /^[1-9]\d*$/.test(signers);
  const isHash = /^[0-9a-f]{64}$/i.test(sha256);
  const problems: string[] = [];
  if (signers !== '' && !isCount)
    problems.push(`expect_signers is "${signers}", which is not a number of signers`);
  if (sha256 !== '' && !isHash)
    problems.push(`expect_sha256 is "${sha256}", which is not 64 hexadecimal digits`);
  const expected = {
    signers: isCount ? Number(signers) : undefined,
    sha256: isHash ? sha256.toLowerCase() : undefined,
  };
  return { expected, problems };
}
