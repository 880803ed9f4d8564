/** What is wrong at a place in the configuration, and what to do instead of writing the example. */
export interface Broken {
  readonly path: readonly string[];
  /** Follows the setting's name. */
  readonly fault: string;
  readonly hint?: string;
}
