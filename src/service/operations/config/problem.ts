/** A broken rule, with a fix to show instead of an example. */
export interface Broken {
  readonly path: readonly string[];
  /** Follows the setting's name. */
  readonly fault: string;
  readonly hint?: string;
}

/** A problem with a setting. Never holds the value of a secret. */
export interface Problem {
  /** The setting as written: a key of the file, a variable or a flag. */
  readonly setting: string;
  /** A sentence without a full stop. */
  readonly message: string;
  /** Command or flag to type next. */
  readonly hint: string;
}

export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused';
  /** Everything that is wrong, not only the first. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join('; '));
    this.problems = problems;
  }
}

/** State of a configuration while it is read. */
export interface Reading {
  readonly file: string | undefined;
  readonly problems: Problem[];
  /** Variables and flags of settings from outside the file, by dotted path. */
  readonly written: Map<string, string>;
  /** Dotted paths of settings with a problem, which are not reported as missing too. */
  readonly refused: Set<string>;
}
