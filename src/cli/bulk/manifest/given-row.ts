import type { GivenSigner } from '../../signers/signer-grammar.ts';

/** A signer of a row: as a person wrote it, or JSON that is meant for the API; `number` counts from 1, gaps included. */
export type RowSigner = { readonly number: number } & (
  | { readonly given: GivenSigner }
  | { readonly json: unknown }
);

/** What a document is checked for before it is sent; undefined: anything will do. */
export interface Expected {
  readonly signers: number | undefined;
  /** 64 hex digits, lower case. */
  readonly sha256: string | undefined;
}

/** One row of a manifest as it is written, before its file is looked at. */
export interface GivenRow {
  readonly line: number;
  /** Empty when the row names none. */
  readonly file: string;
  /** As written: `{{column}}` is not filled in yet; empty when the row has none. */
  readonly name: string;
  readonly signers: readonly RowSigner[];
  readonly expected: Expected;
  /** What is neither file nor name, signer nor expectation, by head. */
  readonly columns: Readonly<Record<string, string>>;
  /** Every cell by its head in simple form, to fill in names. */
  readonly words: ReadonlyMap<string, string>;
  /** What is wrong with the row already: sentences without a full stop. */
  readonly problems: readonly string[];
  /** True when not even its cells are known: nothing more can be said about the row. */
  readonly isUnreadable: boolean;
}

/** What the cells of expectations hold, and what is wrong with them; an empty cell expects nothing. Pure. */
export function readExpectation(
  signers: string,
  sha256: string,
): { expected: Expected; problems: string[] } {
  const isCount = /^[1-9]\d*$/.test(signers);
  const isHash = /^[0-9a-f]{64}$/i.test(sha256);
  const problems: string[] = [];
  if (signers !== '' && !isCount)
    problems.push(`expect_signers is "${signers}", which is no number of signers`);
  if (sha256 !== '' && !isHash)
    problems.push(`expect_sha256 is "${sha256}", which is not 64 hexadecimal digits`);
  const expected = {
    signers: isCount ? Number(signers) : undefined,
    sha256: isHash ? sha256.toLowerCase() : undefined,
  };
  return { expected, problems };
}
