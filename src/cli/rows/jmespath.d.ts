declare module 'jmespath' {
  const jmespath: {
    /** Parses an expression into its tree. Throws an `Error` unless it is one. */
    compile(expression: string): unknown;
    /** Evaluates an expression. Throws an `Error` where it does not fit the data. */
    search(data: unknown, expression: string): unknown;
  };
  export default jmespath;
}
