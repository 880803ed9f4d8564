import type { InputFault } from '../../errors/cli-error.ts';
import type { WrittenSigner } from '../../signers/place-signers.ts';

/** `number` counts from 1, gaps included. */
export type RowSigner = { readonly number: number } & WrittenSigner;

/** Checks that a row asks for; undefined skips the check. */
export interface Expected {
  readonly signers: number | undefined;
  /** 64 lower-case hex digits. */
  readonly sha256: string | undefined;
}

export interface GivenRow {
  readonly line: number;
  /** Empty when the row names none. */
  readonly file: string;
  /** `{{column}}` is not filled in yet; empty when the row has no name. */
  readonly name: string;
  readonly signers: readonly RowSigner[];
  readonly expected: Expected;
  readonly columns: Readonly<Record<string, string>>;
  /** Every cell by its simplified header, to fill in names. */
  readonly words: ReadonlyMap<string, string>;
  /** Without full stops. */
  readonly problems: readonly string[];
  /** True when the cells could not be read, so that nothing else can be checked. */
  readonly isUnreadable: boolean;
}

export interface GivenRows {
  readonly rows: readonly GivenRow[];
  readonly faults: readonly InputFault[];
}

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
