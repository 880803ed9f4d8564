import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../scripts/try-container.sh', import.meta.url));
const TEN_MINUTES_MS = 600_000;

test('the image is built, and carries a document to a verified certificate on a read-only root', {
  timeout: TEN_MINUTES_MS,
}, async () => {
  const { stdout } = await promisify(execFile)(SCRIPT);
  process.stdout.write(stdout);
  expect(stdout).toMatch(/The image has \d+ MB, \d+ MB more than its base; at most 120/);
  expect(stdout).toContain('Verified: intact and complete, and its signer is identified.');
});
