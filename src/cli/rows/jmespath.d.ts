declare module 'jmespath' {
  const jmespath: {
    /** Throws an `Error` for an invalid expression. */
    compile(expression: string): unknown;
    /** Throws an `Error` where the expression does not fit the data. */
    search(data: unknown, expression: string): unknown;
  };
  export default jmespath;
}
