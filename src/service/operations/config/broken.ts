/** A broken rule, with a fix to show instead of an example. */
export interface Broken {
  readonly path: readonly string[];
  /** Follows the setting's name. */
  readonly fault: string;
  readonly hint?: string;
}
