/** The code that Node, or the command framework, gave an error; undefined when there is none. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
