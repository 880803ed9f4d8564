import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import CertificateDownload from '../../../commands/certificate/download.ts';
import DocsFind from '../../../commands/docs/find.ts';
import DocsList from '../../../commands/docs/list.ts';
import DocsResend from '../../../commands/docs/resend.ts';
import DocsShow from '../../../commands/docs/show.ts';
import DocsTimeline from '../../../commands/docs/timeline.ts';
import DocsWithdraw from '../../../commands/docs/withdraw.ts';
import Status from '../../../commands/status.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { aDocument, aSigner } from '../../support/client/a-client.ts';
import { summary } from '../../support/client/a-list.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const ID = '11111111-0f64-4f0e-9a3c-2b7d1f6f8a11';
const OTHER = '22222222-0f64-4f0e-9a3c-2b7d1f6f8a11';
const AT = '2026-11-25T12:04:31.512Z';
const ENDED = { as: 'declined', at: AT, by: 'Ravi Kumar', reason: 'The rent is wrong' };
const PEOPLE = [{ name: 'Ravi Kumar', email: 'ravi@example.in', hasSigned: false }];
const REFUSED = { error: 'invalid_state', message: 'The document is not completed.' };
const signUrl = 'https://esign.example.com/sign/x';

/** Two sent documents, of which the first was declined; with or without the extensions. */
async function serviceOf({ hasExtensions = true, ended = ENDED } = {}) {
  const rows = [ID, OTHER].map((id) =>
    summary(id, { name: `Lease ${id[0]}`, status: 'SENT', signers: { total: 1, signed: 0 } }),
  );
  const found = rows.map((row) => {
    const own = row.documentId === ID ? ended : null;
    return { ...row, externalId: 'order 4711', ended: own, people: PEOPLE };
  });
  const entries = [{ at: AT, kind: 'signer.declined', signer: null, text: 'Declined: Ravi Kumar' }];
  const signers = [aSigner(1, { name: 'Ravi Kumar', signUrl })];
  const timeline = { status: 'SENT', linksUntil: AT, externalId: null, entries };
  const none = { nextCursor: null, unmatched: [] };
  type Answer = readonly [path: RegExp, status: number, body: (id: string) => object];
  const plain: readonly Answer[] = [
    [/^documents(\?|$)/, 200, () => ({ documents: rows, limit: 100, offset: 0 })],
    [/certificate$/, 409, () => REFUSED],
    [
      /^documents\/[0-9a-f-]{36}$/,
      200,
      (id) => aDocument({ documentId: id, status: 'SENT', signers }),
    ],
  ];
  const more: readonly Answer[] = [
    [/^extensions/, 200, () => ({ extensions: ['timeline'] })],
    [/search\?.*ended=any/, 200, () => ({ documents: found.slice(0, 1), ...none })],
    [/search/, 200, () => ({ documents: found, ...none })],
    [/timeline$/, 200, (id) => ({ ...timeline, documentId: id, ended: id === ID ? ended : null })],
  ];
  const absent: Answer = [/./, 404, () => ({ error: 'not_found', message: 'No.' })];
  const answers = [...plain, ...(hasExtensions ? more : []), absent];
  const { baseUrl, received } = await serveHttp(({ url }, response) => {
    const path = url.replace('/api/v1/', '');
    const [, status, body] = answers.find(([pattern]) => pattern.test(path)) ?? absent;
    answerJson(response, status, body(path.includes(ID) ? ID : OTHER));
  });
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  return { env, received };
}

test.each([
  ['status --watch', Status, ['--watch']],
  ['certificate download', CertificateDownload, []],
] as const)(
  '%s of a declined document says how it ended and exits 13',
  async (_, command, more) => {
    const { env } = await serviceOf();
    const { code, stderr } = await runCommand(command, [ID, ...more, '--json'], env);
    expect(code).toBe(13);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
      code: 'document_ended',
      message:
        'the document cannot be completed: declined by Ravi Kumar, 25 Nov 2026: "The rent is wrong"',
      hint: `esign docs timeline ${ID}`,
      documentId: ID,
    });
  },
);

test('a watch of several ends when those left can no longer complete, also in the report', async () => {
  const { env } = await serviceOf();
  const junit = join(await makeTestFolder(), 'report.xml');
  const argv = [ID, OTHER, '--watch', '--timeout', '1s', '--interval', '1s', '--junit', junit];
  const { code, stderr } = await runCommand(Status, argv, env);
  expect(code).toBe(13);
  expect(stderr).toContain('declined by Ravi Kumar, 25 Nov 2026');
  expect(stderr).toContain(`next: esign status ${OTHER} --watch`);
  expect(await readFile(junit, 'utf8')).toMatch(
    /<failure type="document_ended" message="[^"]*declined/,
  );
});

test('an expired document leads to a resend', async () => {
  const ended = { as: 'expired', at: AT, by: null, reason: null };
  const { env } = await serviceOf({ ended: ended as unknown as typeof ENDED });
  const { code, stderr } = await runCommand(Status, [ID, '--watch'], env);
  expect({ code, stderr }).toMatchObject({
    code: 13,
    stderr: expect.stringMatching(/expired, 25 Nov 2026\n(.*\n)?.*esign docs resend/),
  });
});

test('a list, a search and a page of a document mark those that ended', async () => {
  const { env } = await serviceOf();
  const mark = 'declined by Ravi Kumar, 25 Nov 2026';
  const list = await runCommand(DocsList, [], env);
  expect(list.stdout).toMatch(new RegExp(`${mark}.*Lease 1\n.*SENT.*Lease 2`));
  const json = JSON.parse((await runCommand(DocsList, ['--json'], env)).stdout);
  expect(json.documents.map(({ ended }: { ended?: unknown }) => ended)).toEqual([ENDED, undefined]);
  expect((await runCommand(DocsFind, ['ravi'], env)).stdout).toContain(mark);
  const show = await runCommand(DocsShow, [ID], env);
  expect(show.stdout).toContain(`SENT, ${mark}`);
  expect(show.stdout).toContain('The rent is wrong');
  expect(show.stderr).toContain(`next: esign docs timeline ${ID}`);
});

test('find asks the service alone where it has a search, and reads documents where it has none', async () => {
  const asked = async (hasExtensions: boolean) => {
    const { env, received } = await serviceOf({ hasExtensions });
    const { stdout } = await runCommand(DocsFind, ['ravi', '--json'], env);
    expect(JSON.parse(stdout).documents).toMatchObject([
      { documentId: ID, matched: [{ field: 'signer', value: 'Ravi Kumar' }] },
      { documentId: OTHER },
    ]);
    return received.map(({ url }) =>
      url.replace('/api/v1/', '').replace(/[?/].*/, (rest) => rest.slice(0, 7)),
    );
  };
  expect(await asked(true)).toEqual(['documents/search']);
  const { env } = await serviceOf({});
  const { stdout } = await runCommand(DocsFind, ['4711', '--json'], env);
  const own = [{ field: 'external id', value: 'order 4711' }];
  expect(JSON.parse(stdout).documents).toMatchObject([{ matched: own }, { matched: own }]);
  expect((await asked(false)).length).toBeGreaterThan(3);
});

test.each([
  ['timeline', DocsTimeline, [ID], 'its page in the dashboard has a history'],
  ['withdraw', DocsWithdraw, [ID, '--reason', 'Sent twice'], '"Withdraw…"'],
  ['resend', DocsResend, [ID], '"Resend link"'],
] as const)('without the extension, %s names the page that does it', async (...row) => {
  const [, command, argv, instead] = row;
  const { env } = await serviceOf({ hasExtensions: false });
  const { code, stderr } = await runCommand(command, [...argv], env);
  expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringContaining(instead) });
  expect(stderr).toContain(`next: esign docs open ${ID}`);
});
