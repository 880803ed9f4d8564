import { expect, test } from 'vitest';
import DocsDownload from '../../../commands/docs/download.ts';
import DocsList from '../../../commands/docs/list.ts';
import DocsShow from '../../../commands/docs/show.ts';
import Status from '../../../commands/status.ts';
import { runCommand } from '../../support/run-command.ts';

const WORDS = [
  [DocsList, ['--limit', 'x'], '--limit: expected a whole number, not "x"'],
  [DocsList, ['--limit', '0'], '--limit: expected a whole number of at least 1, not "0"'],
  [DocsList, ['--limit'], '--limit requires a value'],
  [
    DocsList,
    ['--status', 'GONE'],
    '--status: "GONE" is not one of PENDING, SENT, COMPLETED, FAILED, CANCELLED',
  ],
  [
    DocsList,
    ['--statis=SENT', '--ofsett=3', '--frobnicate', '-x'],
    'unknown flag --statis=SENT; did you mean --status?; unknown flag --ofsett=3; did you mean --offset?; unknown flag --frobnicate; unknown flag -x',
  ],
  [DocsShow, ['5f0c1d5e', '7a21b0cc'], 'unexpected argument "7a21b0cc"'],
  [Status, ['5f0c1d5e', '--timeout', '1m'], '--timeout requires --watch'],
  [
    Status,
    ['5f0c1d5e', '--watch', '--timeout', 'soon'],
    '--timeout: "soon" is not a duration such as 90s, 10m, 1h30m or 3d',
  ],
  [
    Status,
    ['5f0c1d5e', '--watch', '--interval', '0s'],
    '--interval: "0s" is not a duration such as 90s, 10m, 1h30m or 3d',
  ],
  [
    DocsDownload,
    ['--force', '--skip-existing'],
    '--force and --skip-existing cannot be used together',
  ],
] as const;

test.each(WORDS)('parser errors are reworded: %s %j', async (...row) => {
  const [command, argv, message] = row;
  const { code, stdout, stderr } = await runCommand(command, [...argv, '--json']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'usage', message });
});
