import type { Problem } from './problem.ts';

export interface Reading {
  readonly file: string | undefined;
  readonly problems: Problem[];
  /** Variables and flags of settings from outside the file, by dotted path. */
  readonly written: Map<string, string>;
  /** Dotted paths of settings with a problem, which are not reported as missing too. */
  readonly refused: Set<string>;
}
