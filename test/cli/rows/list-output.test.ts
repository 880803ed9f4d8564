import { expect, test } from 'vitest';
import DocsList from '../../../commands/docs/list.ts';
import SignersList from '../../../commands/signers/list.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { aDocument, aSigner } from '../../support/client/a-client.ts';
import { summary } from '../../support/client/a-list.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const AT = '2026-11-20T12:04:31.512Z';
const DOCUMENTS = [
  summary('5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11', {
    name: '=HYPERLINK("http://example.in")',
    status: 'SENT',
    createdAt: AT,
    signers: { total: 2, signed: 1 },
  }),
  summary('a1b2c3d4-0f64-4f0e-9a3c-2b7d1f6f8a11', {
    name: 'Lease,\tlast',
    createdAt: AT,
    signers: { total: 1, signed: 0 },
  }),
];

async function list(...argv: string[]) {
  const { baseUrl, received } = await serveHttp(({ url }, response) =>
    url.includes('/search?')
      ? answerJson(response, 404, { error: 'not_found', message: 'No.' })
      : answerJson(response, 200, { documents: DOCUMENTS, limit: 20, offset: 0 }),
  );
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  return { ...(await runCommand(DocsList, argv, env)), requests: received.length };
}

const TWO = ['--columns', 'name,signers.signed'];

const OUTPUTS: ReadonlyArray<readonly [argv: readonly string[], stdout: string]> = [
  [
    [...TWO, '--format', 'csv'],
    'name,signers.signed\r\n"\'=HYPERLINK(""http://example.in"")",1\r\n"Lease,\t last",0\r\n'.replace(
      '\t ',
      '\t',
    ),
  ],
  [
    [...TWO, '--format', 'csv', '--raw', '--sort=-name'],
    'name,signers.signed\r\n"Lease,\tlast",0\r\n"=HYPERLINK(""http://example.in"")",1\r\n',
  ],
  [
    [...TWO, '--format', 'tsv', '--sort', 'signers.signed'],
    'name\tsigners.signed\nLease,\\tlast\t0\n=HYPERLINK("http://example.in")\t1\n',
  ],
  [
    [...TWO, '--format', 'ndjson'],
    '{"name":"=HYPERLINK(\\"http://example.in\\")","signers.signed":1}\n{"name":"Lease,\\tlast","signers.signed":0}\n',
  ],
  [['--format', 'ndjson'], DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join('')],
  [['--query', "documents[?status=='SENT'].documentId | [0]"], `${DOCUMENTS[0]?.documentId}\n`],
  [['--query', 'length(documents)', '--json'], '2\n'],
  [['--query', 'documents[0].constructor'], 'null\n'],
  [['--sort', 'name', '--query', 'documents[].signers.signed'], '[\n  1,\n  0\n]\n'],
];

test.each(OUTPUTS)('docs list %j prints rows for programs', async (argv, stdout) => {
  expect(await list(...argv)).toMatchObject({ code: 0, stdout, stderr: '' });
});

test('columns make a table of their own', async () => {
  const { stdout } = await list('--columns', 'createdAt,status,signers.total');
  const [heads = '', first = ''] = stdout.split('\n');
  expect(heads).toMatch(/^createdAt +status +signers\.total$/);
  expect(first).toMatch(/^20 Nov 2026, .+ SENT +2$/);
});

const REFUSED: ReadonlyArray<readonly [argv: readonly string[], told: string]> = [
  [
    ['--columns', 'name,signers.sgned'],
    '"signers.sgned" (did you mean signers.signed?); the columns are documentId, name, status',
  ],
  [['--columns', 'constructor'], 'there is no column "constructor"'],
  [['--sort', 'size'], 'there is no column "size"'],
  [['--format', 'yaml'], '"yaml" is not one of csv, tsv, ndjson'],
  [['--query', 'documents['], 'is not a JMESPath expression'],
  [['--query', 'documents', '--format', 'csv'], 'cannot be used together'],
  [['--json', '--columns', 'name'], 'cannot be used together'],
  [['--raw'], '--raw requires --format'],
];

test.each(REFUSED)('docs list %j is refused, and nothing is sent', async (argv, told) => {
  const { code, stdout, stderr, requests } = await list(...argv);
  expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: 0 });
  expect(stderr.replaceAll('\\"', '"')).toContain(told);
});

test('a query that does not fit the result prints nothing but the error', async () => {
  const { code, stdout, stderr, requests } = await list('--query', 'length(limit)');
  // The list, and how its documents ended.
  expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: 2 });
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'invalid_query', exitCode: 2 });
});

test('a sort of a part of the list warns that it is one', async () => {
  const { stderr } = await list('--limit', '1', '--sort', 'name');
  expect(stderr).toBe(
    'warning: only the documents listed are sorted; --all sorts all\n' +
      '1 shown; more follow\nnext: esign docs list --limit 1 --sort name --offset 1\n',
  );
  expect((await list('--all', '--sort', 'name')).stderr).toBe('');
});

test('an empty list has heads in CSV, and nothing in JSON lines', async () => {
  const { baseUrl } = await serveHttp((_, response) => answerJson(response, 200, aDocument()));
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const id = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
  const csv = await runCommand(SignersList, [id, '--format', 'csv', '--columns', 'name'], env);
  expect(csv.stdout).toBe('name\r\n');
  expect((await runCommand(SignersList, [id, '--format', 'ndjson'], env)).stdout).toBe('');
});

test('null is an empty cell', async () => {
  const { baseUrl } = await serveHttp((_, response) =>
    answerJson(response, 200, aDocument({ signers: [aSigner(1, { email: null })] })),
  );
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const argv = ['5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11', '--columns', 'email,hasSigned,signedAt'];
  const { stdout } = await runCommand(SignersList, [...argv, '--format', 'csv'], env);
  expect(stdout).toBe('email,hasSigned,signedAt\r\n,false,\r\n');
});
