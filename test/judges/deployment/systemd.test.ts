import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { SECTIONS } from '../../../src/service/operations/config/settings.ts';

const run = promisify(execFile);
const UNIT = fileURLToPath(new URL('../../../deploy/esign@.service', import.meta.url));
/** Of 100, which is ten times what is printed. */
const MOST_EXPOSED = '20';

test('systemd accepts the unit, and finds it hardly exposed', async () => {
  expect(await run('systemd-analyze', ['verify', UNIT])).toEqual({ stdout: '', stderr: '' });
  const options = ['--offline=true', `--threshold=${MOST_EXPOSED}`, '--no-pager'];
  const { stdout } = await run('systemd-analyze', ['security', ...options, UNIT]);
  expect(stdout).toContain('Overall exposure level');
});

test('the unit fits how the service stops', async () => {
  const unit = await readFile(UNIT, 'utf8');
  const numberOf = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1]);
  const defaultOf = (key: string) =>
    Number(
      SECTIONS.flatMap(({ settings }) => settings).find((one) => one.key === key)?.node.default,
    );
  const longest = defaultOf('drain_seconds') + defaultOf('shutdown_seconds');
  expect(numberOf('TimeoutStopSec')).toBeGreaterThan(longest);
  expect(numberOf('RestartPreventExitStatus')).toBe(EXIT.configRefused);
  expect(numberOf('SuccessExitStatus')).toBe(EXIT.terminated);
});
