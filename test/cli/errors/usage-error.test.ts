import { expect, test } from 'vitest';
import DocsCreate from '../../../commands/docs/create.ts';
import DocsDownload from '../../../commands/docs/download.ts';
import DocsList from '../../../commands/docs/list.ts';
import DocsShow from '../../../commands/docs/show.ts';
import Status from '../../../commands/status.ts';
import { runCommand } from '../../support/cli/run-command.ts';

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
  [
    DocsCreate,
    ['-dash.pdf'],
    '-dash.pdf is read as a flag; for a file, use ./-dash.pdf; FILE is missing',
  ],
  [DocsShow, ['5f0c1d5e', '7a21b0cc'], 'unexpected argument "7a21b0cc"'],
  [Status, ['5f0c1d5e', '--timeout', '1m'], '--timeout requires --watch'],
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

const REFUSED = [
  [
    Status,
    ['5f0c1d5e', '--watch', '--timeout', 'soon'],
    'invalid_duration',
    '--timeout: "soon" is not a duration such as 90s, 10m, 1h30m or 3d',
  ],
  [
    Status,
    ['5f0c1d5e', '--watch', '--interval', '0s'],
    'invalid_duration',
    '--interval: "0s" is not a duration such as 90s, 10m, 1h30m or 3d',
  ],
  [
    DocsList,
    ['--columns', 'id'],
    'unknown_column',
    '--columns: there is no column "id"; the columns are documentId, name, status, createdAt, signers.signed, signers.total',
  ],
  [
    DocsList,
    ['--since', 'foo'],
    'invalid_time',
    '--since: "foo" is not a time such as 30d, 2026-11-01 or 2026-11-01T12:00Z',
  ],
] as const;

test.each(REFUSED)('a value that a flag refuses keeps its code: %s %j', async (...row) => {
  const [command, argv, code, message] = row;
  const { stderr } = await runCommand(command, [...argv, '--json']);
  expect(JSON.parse(stderr).error).toMatchObject({ code, message, exitCode: 2 });
});
