import type { Problem } from '../problem.ts';

/** Source of the settings, and the problems found so far. */
export interface Reading {
  /** The configuration file, if there is one. */
  readonly file: string | undefined;
  readonly problems: Problem[];
  /** Settings that were not read from the file, by the dotted path, with their variable or flag. */
  readonly written: Map<string, string>;
  /** Dotted paths of settings that have a problem already: that they have no value is none. */
  readonly refused: Set<string>;
}
