import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import Status from '../../../commands/status.ts';
import type { DocumentStatus } from '../../../src/contract/document.ts';
import { runCommand, withStdin } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { aDocument, aSigner } from '../../support/client/a-client.ts';
import { summary } from '../../support/client/a-list.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const id = (digit: number) => `${String(digit).repeat(8)}-0f64-4f0e-9a3c-2b7d1f6f8a11`;
const A = id(1);
const B = id(2);

const documentOf = (documentId: string, status: DocumentStatus, signed = 0) =>
  aDocument({
    documentId,
    name: `Lease ${documentId[0]}`,
    status,
    completedAt: status === 'COMPLETED' ? '2026-11-20T12:04:31.512Z' : null,
    signers: [1, 2].map((order) =>
      aSigner(order, {
        name: order === 1 ? 'Asha Rao' : 'Ravi Kumar',
        hasSigned: order <= signed,
        signedAt: order <= signed ? '2026-11-20T12:04:31.512Z' : null,
        signUrl: 'https://esign.example.com/sign/x',
      }),
    ),
  });

type Look = ReturnType<typeof documentOf>;

/** A service whose documents are, at each reading of the list, those of the next step. */
async function serviceOf(steps: ReadonlyArray<ReadonlyArray<Look>>) {
  let step = -1;
  const looks = () => steps[Math.min(Math.max(step, 0), steps.length - 1)] ?? [];
  const { baseUrl, received } = await serveHttp(({ url }, response) => {
    if (url.startsWith('/api/v1/documents?') || url === '/api/v1/documents') {
      step += 1;
      const documents = looks().map(({ documentId, name, status, signers }) => {
        const signed = signers.filter((one) => (one as { hasSigned: boolean }).hasSigned).length;
        return summary(documentId, { name, status, signers: { total: 2, signed } });
      });
      return answerJson(response, 200, { documents, limit: 100, offset: 0 });
    }
    const found = looks().find(({ documentId }) => url.endsWith(documentId));
    const refusal = { '3': 400, '4': 403, '6': 409 }[url.at(18) ?? ''];
    if (refusal) return answerJson(response, refusal, { error: 'refused', message: 'No.' });
    if (!found) return answerJson(response, 404, { error: 'not_found', message: 'No.' });
    answerJson(response, 200, found);
  });
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const status = (...argv: string[]) => runCommand(Status, argv, env);
  return { status, received };
}

const CODES = [
  [[A, B], 0],
  [[A, id(5)], 5],
  [[id(5), id(6)], 6],
  [[id(6), id(3)], 3],
  [[id(3), id(4), A], 4],
] as const;

test.each(CODES)('the status of %j exits with the worst code, %i', async (ids, code) => {
  const { status } = await serviceOf([[documentOf(A, 'SENT'), documentOf(B, 'COMPLETED', 2)]]);
  expect((await status(...ids)).code).toBe(code);
  const end = await status(...ids, '--json');
  expect(end.code).toBe(code);
  const { results } = JSON.parse(end.stdout);
  expect(results.map(({ document }: { document: string }) => document)).toEqual(ids);
  const worst = results.map(({ exitCode }: { exitCode: number }) => exitCode);
  expect(worst).toContain(code);
});

test('several documents are a table in the order asked for, each once', async () => {
  const { status } = await serviceOf([[documentOf(A, 'SENT', 1), documentOf(B, 'COMPLETED', 2)]]);
  const { stdout, stderr } = await status(B, A, '11111111', id(5));
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^22222222-\S+ +COMPLETED +2\/2 +Lease 2 +completed 20 Nov 2026/);
  expect(lines[2]).toMatch(/^11111111-\S+ +SENT +1\/2 +Lease 1 +waiting for Ravi Kumar$/);
  expect(stderr).toContain(`error: ${id(5)}: `);
});

test('ids come from stdin', async () => {
  const { status } = await serviceOf([[documentOf(A, 'SENT'), documentOf(B, 'SENT')]]);
  const { stdout } = await withStdin(`${A}\n${B}\n`, () => status('-', '--json'));
  expect(JSON.parse(stdout).results).toHaveLength(2);
  expect((await withStdin(' \n', () => status('-'))).code).toBe(2);
});

const SIGNING = [
  [documentOf(A, 'SENT', 0), documentOf(B, 'SENT', 1)],
  [documentOf(A, 'SENT', 1), documentOf(B, 'SENT', 1)],
  [documentOf(A, 'COMPLETED', 2), documentOf(B, 'COMPLETED', 2)],
];

test('a watch of several reads the list, and the details of those that moved', async () => {
  const { status, received } = await serviceOf(SIGNING);
  const { code, stdout } = await status(A, B, '--watch', '--interval', '5ms', '--json');
  expect(code).toBe(0);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(
    lines.map(({ type, documentId = '', status: is = '' }) => `${type} ${documentId[0]} ${is}`),
  ).toEqual([
    'document 1 SENT',
    'document 2 SENT',
    'document 1 SENT',
    'document 1 COMPLETED',
    'document 2 COMPLETED',
    'summary undefined ',
  ]);
  expect(lines.at(-1).results).toMatchObject([
    { document: A, exitCode: 0, status: 'COMPLETED' },
    { document: B, exitCode: 0, status: 'COMPLETED' },
  ]);
  const asked = received.filter(({ url }) => !url.includes('/search?'));
  const lists = asked.filter(({ url }) => url.includes('?')).length;
  expect({ lists, details: asked.length - lists }).toEqual({ lists: 3, details: 5 });
});

test('a watch that times out reports what waits, what failed, and how to resume', async () => {
  const { status } = await serviceOf([[documentOf(A, 'SENT', 1), documentOf(B, 'COMPLETED', 2)]]);
  const file = join(await makeTestFolder(), 'out.xml');
  const argv = [A, B, id(5), '--watch', '--interval', '5ms', '--timeout', '500ms'];
  const { code, stderr } = await status(...argv, '--junit', file);
  expect(code).toBe(5);
  expect(stderr).toContain('error: 1 of 3 documents completed, 1 still waiting, 1 failed\n');
  expect(stderr).toContain(`next: esign status ${A} --watch\n`);
  const report = await readFile(file, 'utf8');
  expect(report).toContain('tests="3" failures="2" errors="0" skipped="0"');
  expect(report).toContain('<failure type="still_waiting" message="SENT, 1/2 signed"/>');
  expect((await status(A, '--junit', file)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toContain('<skipped message="SENT, 1/2 signed"/>');
});

test('a watched document that ends otherwise than completed exits 6', async () => {
  const { status } = await serviceOf([[documentOf(A, 'FAILED'), documentOf(B, 'COMPLETED', 2)]]);
  expect((await status(A, B, '--watch')).code).toBe(6);
  expect((await status(A, '--watch')).code).toBe(6);
  expect((await status(A)).code).toBe(0);
});

test('one document keeps its shape, and a watch of it is a stream of lines', async () => {
  const { status } = await serviceOf([[documentOf(A, 'COMPLETED', 2)]]);
  const plain = JSON.parse((await status(A, '--json')).stdout);
  expect(plain).toMatchObject({ documentId: A, status: 'COMPLETED' });
  expect(plain).not.toHaveProperty('type');
  const watched = await status(A, '--watch', '--json');
  expect(JSON.parse(watched.stdout)).toEqual({ type: 'document', ...plain });
});

test('a watch that read nothing before its time was up does not say that documents are gone', async () => {
  const { baseUrl } = await serveHttp((_, response) =>
    answerJson(response, 503, { error: 'unavailable', message: 'Later.' }),
  );
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const argv = [A, B, '--watch', '--interval', '5ms', '--timeout', '500ms'];
  const { code, stderr } = await runCommand(Status, argv, env);
  expect(code).toBe(8);
  expect(stderr).toContain(`the document ${A} could not be read before the time was up`);
  expect(stderr).not.toContain('has no document');
});
