import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../docs/scenarios/', import.meta.url));
const SCENARIOS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('there are ten scenarios', () => {
  expect(SCENARIOS).toHaveLength(10);
});

test.each(SCENARIOS)(
  'the task %s is done by the documentation, and its check decides that',
  async (name) => {
    const { stdout } = await run(`${FOLDER}try.sh`, [name]);
    expect(stdout).toContain(`\ndone: ${name}\n`);
  },
);
