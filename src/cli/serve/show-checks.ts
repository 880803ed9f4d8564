import type { Check, Diagnosis } from '../doctor/check.ts';
import { diagnosis } from '../doctor/check.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { problemsIn } from './serve-error.ts';

type Result = Pick<Check, 'name' | 'about' | 'next'> & {
  readonly state: 'ok' | 'warning' | 'failed';
};

/** Problems of a refused configuration become failed checks. Throws any other error. */
export async function checksOf(work: () => Promise<readonly Result[]>): Promise<Diagnosis> {
  const results = await work().catch((error: unknown) => {
    const problems = problemsIn(error);
    if (problems === undefined) throw error;
    return problems.map(
      ({ message, hint }): Result => ({
        name: 'settings',
        state: 'failed',
        about: message,
        next: hint,
      }),
    );
  });
  return diagnosis(
    results.map((one) => ({
      ...one,
      exitCode: one.state === 'failed' ? EXIT.configRefused : EXIT.done,
    })),
  );
}
