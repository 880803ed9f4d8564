/** What is wrong: a stable code for programs, a sentence for people. */
export type Problem = { readonly code: string; readonly message: string };

/** Any error as a problem; errors with a code keep it. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error)) return { code: 'UNREADABLE', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'UNREADABLE';
  return { code, message: error.message };
}

/** A check that did not hold. */
export class CheckFailed extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'CheckFailed';
    this.code = code;
  }
}
