import { expect, test } from 'vitest';
import DocsList from '../../../commands/docs/list.ts';
import { manyDocuments, numbered } from '../../support/cli/many-documents.ts';
import { runCommand } from '../../support/cli/run-command.ts';

async function open() {
  const { baseUrl, received } = await manyDocuments();
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_test_1' };
  return { received, list: (...argv: string[]) => runCommand(DocsList, argv, env) };
}

test.each([
  [
    ['--status', 'completed', '--limit', '2'],
    [2, 5],
  ],
  [
    ['--status', 'COMPLETED', '--limit', '2', '--offset', '2'],
    [8, 11],
  ],
  [
    ['--status', 'COMPLETED', '--limit', '2', '--offset', '70'],
    [212, 215],
  ],
  [['--status', 'COMPLETED', '--limit', '5', '--offset', '82'], [248]],
  [['--status', 'COMPLETED', '--limit', '5', '--offset', '83'], []],
  [
    ['--name', 'LEASE', '--limit', '2'],
    [0, 1],
  ],
  [['--name', 'offer'], []],
  [['--since', '1h', '--limit', '1'], [0]],
  [['--until', '1h'], []],
])('%j filters first and pages afterwards', async (argv, numbers) => {
  const { list } = await open();
  const { documents } = JSON.parse((await list(...argv, '--json')).stdout);
  const ids = documents.map(({ documentId }: { documentId: string }) => documentId);
  expect(ids).toEqual(numbers.map(numbered));
});

test.each([
  [[], '20 shown; more follow\nnext: esign docs list --offset 20\n'],
  [['--limit', '230'], '230 shown; more follow\nnext: esign docs list --limit 230 --offset 230\n'],
  [['--offset', '240'], ''],
  [['--all'], ''],
  [
    ['--offset=40', '--status', 'COMPLETED', '--name', 'lease pdf'],
    "20 of 83 shown\nnext: esign docs list --status COMPLETED --name 'lease pdf' --offset 60\n",
  ],
  [['--status', 'COMPLETED', '--offset', '80'], ''],
  [['--status', 'COMPLETED', '--all'], ''],
])('%j says how many more there are, and how to see them', async (argv, said) => {
  const { list } = await open();
  expect(await list(...argv)).toMatchObject({ code: 0, stderr: said });
  expect((await list(...argv, '--json')).stderr).toBe('');
});

test('what the list shows is asked of the list alone', async () => {
  const { list, received } = await open();
  await list('--status', 'COMPLETED', '--name', 'lease', '--since', '30d');
  expect(received.map(({ url }) => url.split('?')[0])).toEqual(Array(3).fill('/api/v1/documents'));
});

test.each([
  ['--name', ' '],
  ['--since', '2026'],
  ['--status', 'done'],
  ['--limit', '0'],
  ['--all', '--limit', '2'],
])('%s %s is refused before anything is asked', async (...argv) => {
  const { list, received } = await open();
  expect((await list(...argv)).code).toBe(2);
  expect(received).toEqual([]);
});

test('a query of a list that goes on comes with a warning', async () => {
  const { list } = await open();
  const count = ['--query', 'length(documents)'] as const;
  const cut = await list(...count);
  expect(cut.stdout).toBe('20\n');
  expect(JSON.parse(cut.stderr)).toEqual({
    warning: { message: 'the query saw 20 documents, and more follow; --all reads all' },
  });
  const some = await list(...count, '--status', 'COMPLETED');
  expect(some.stderr).toContain('the query saw 20 of 83 documents');
  expect((await list(...count, '--all')).stderr).toBe('');
});
