import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Writes the errors that no test caught, a line each: vitest's own JSON report has no place for them. */
export const unhandledErrors = (path: string): Reporter => ({
  onTestRunEnd(_modules, errors) {
    const lines = errors.map(({ name, message, VITEST_TEST_PATH: file }) =>
      [file, `unhandled ${name}`, message].filter(Boolean).join(': ').replaceAll('\n', ' '),
    );
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  },
});
