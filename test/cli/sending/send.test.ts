import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import Send from '../../../commands/send.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { aDocument, aSigner } from '../../support/client/a-client.ts';
import type { Received } from '../../support/network/http-server.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';
import { aForm } from '../../support/pdf/a-form.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const SIGNER = 'Asha Rao <asha@example.in> 9876543210';
const asked = { name: 'Asha Rao', email: 'asha@example.in', signingOrder: 1, signerId: 'sgn_1' };

type Handler = (request: Received, response: ServerResponse) => void;

const service =
  (send: { status: number; body: unknown }): Handler =>
  ({ method, url }, response) => {
    if (method === 'GET')
      return answerJson(response, 200, { documents: [], limit: 100, offset: 0 });
    if (url.endsWith('/signers')) return answerJson(response, 201, { signers: [asked] });
    if (url.endsWith('/send')) return answerJson(response, send.status, send.body);
    return answerJson(response, 201, { documentId: ID, name: 'lease.pdf', status: 'PENDING' });
  };

const sent = {
  documentId: ID,
  status: 'SENT',
  creditsRemaining: 4,
  signers: [{ ...asked, signUrl: 'https://esign.example.com/sign/x' }],
};

interface Given {
  readonly handler?: Handler;
  readonly pdf?: Buffer;
}

async function send(argv: readonly string[], given: Given = {}) {
  const { handler = service({ status: 200, body: sent }), pdf = Buffer.from(aPdf()) } = given;
  const { baseUrl, received } = await serveHttp(handler);
  const file = join(await makeTestFolder({ 'lease.pdf': pdf }), 'lease.pdf');
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const end = await runCommand(Send, [file, ...argv], env);
  return { end, posts: received.filter(({ method }) => method === 'POST') };
}

test('one step creates, adds signers and sends', async () => {
  const { end, posts } = await send(['--signer', SIGNER, '--yes', '--json']);
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(end.stdout)).toEqual(sent);
  expect(posts.map(({ url }) => url.replace(ID, 'ID'))).toEqual([
    '/api/v1/documents',
    '/api/v1/documents/ID/signers',
    '/api/v1/documents/ID/send',
  ]);
});

test.each([
  ['is too long', 'x'.repeat(256), 'must be text of at most 255 characters'],
  ['breaks lines', 'Lease\nagreement', 'must hold no line break'],
])('a name that %s is refused before anything is sent', async (_, name, problem) => {
  const argv = ['--name', name, '--signer', SIGNER, '--yes'];
  const { end, posts } = await send(argv);
  expect(end).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`--name: the name ${problem}`),
  });
  expect(posts).toEqual([]);
});

test('the last page is counted in the file', async () => {
  const argv = ['--signer', `${SIGNER} @last:72,96,180x120`, '--yes', '--json'];
  const { posts } = await send(argv);
  const body = JSON.parse(posts[1]?.body.toString() ?? '{}');
  expect(body.signers[0].advanced.signaturePlacement.positions[0].page).toBe(1);
});

test('a plan warns of signatures in one place', async () => {
  const placed = ['--signer', `${SIGNER} @1:60,60,140x110`];
  const other = ['--signer', 'Ravi Rao <ravi@example.in> 9876543211 @1:70,60,140x110'];
  const { end } = await send(['--dry-run', ...placed, ...other]);
  expect(end.code).toBe(0);
  expect(end.stderr).toContain('the signatures of Asha Rao and Ravi Rao overlap on page 1');
  expect(end.stderr).not.toContain('could not check');
});

const LOCKED = readFileSync(new URL('../../fixtures/encrypted-user.pdf', import.meta.url));
const REFUSED = [
  ['is encrypted', LOCKED, 'The PDF is encrypted and does not open without a password.'],
  ['is damaged', Buffer.from('%PDF-1.7\nbroken'), 'The end of the PDF is missing:'],
  ['is a letter', Buffer.from('Dear Asha'), 'The file is not a PDF: its header is missing.'],
  ['is empty', Buffer.alloc(0), 'The file is empty.'],
] as const;

test.each(REFUSED)('a file that %s is refused before anything is created', async (...row) => {
  const [, pdf, message] = row;
  for (const more of [['--yes'], ['--dry-run']]) {
    const argv = ['--signer', SIGNER, '--json', ...more];
    const { end, posts } = await send(argv, { pdf });
    expect(end).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(end.stderr).error).toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining(`"lease.pdf" cannot be sent: ${message}`),
    });
    expect(posts).toEqual([]);
  }
});

test('a refusal after the upload names the document left behind and the next command', async () => {
  const body = { error: 'insufficient_credits', message: 'No credits.' };
  const handler = service({ status: 402, body });
  const { end } = await send(['--signer', SIGNER, '--yes', '--json'], { handler });
  expect(end).toMatchObject({ code: 7, stdout: '' });
  expect(JSON.parse(end.stderr).error).toMatchObject({
    code: 'insufficient_credits',
    documentId: ID,
    hint: `esign send ${ID}`,
  });
});

const UNSENT = [
  ['no yes', ['--signer', SIGNER], 'input_needed'],
  ['no signers', ['--yes'], 'input_needed'],
  ['a bad signer', ['--yes', '--signer', 'Asha'], 'invalid_signers'],
  [
    'a file of signers that is not there',
    ['--yes', '--signers', '/nonexistent.csv'],
    'file_unreadable',
  ],
] as const;

test.each(UNSENT)('with %s nothing is sent', async (_, argv, code) => {
  const { end, posts } = await send([...argv, '--json']);
  expect(end).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(end.stderr).error.code).toBe(code);
  expect(posts).toEqual([]);
});

test.each([
  ['PENDING', 0, [], 3, 'no_signers'],
  ['SENT', 1, ['--dry-run'], 6, 'invalid_state'],
  ['COMPLETED', 1, ['--dry-run'], 6, 'invalid_state'],
  ['SENT', 1, ['--expect-signers', '1', '--yes'], 6, 'invalid_state'],
])('a %s document with %i signers and %j is refused before a plan is shown', async (...row) => {
  const [status, count, argv, exitCode, code] = row;
  const signers = Array.from({ length: count }, () => aSigner(1));
  const { baseUrl, received } = await serveHttp((_, response) =>
    answerJson(response, 200, aDocument({ documentId: ID, status, signers })),
  );
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const end = await runCommand(Send, [ID, ...argv, '--json'], env);
  expect(end).toMatchObject({ code: exitCode, stdout: '' });
  const { error } = JSON.parse(end.stderr);
  expect(error).toMatchObject({ code, documentId: ID, exitCode });
  if (status !== 'PENDING') expect(error.hint).toBe(`esign status ${ID}`);
  expect(received.map(({ method }) => method)).toEqual(['GET']);
});

test.each([
  ['--preview', 'out.html', '--wait'],
  ['--dry-run', '--wait'],
  ['--force', '--yes'],
])('%s %s %s is no send', async (...argv) => {
  const { end, posts } = await send(['--signer', SIGNER, '--json', ...argv]);
  expect({ code: end.code, stdout: end.stdout, posts }).toEqual({ code: 2, stdout: '', posts: [] });
});

test('signers do not go with a document that exists', async () => {
  const end = await runCommand(Send, [ID, '--signer', SIGNER, '--yes', '--json']);
  expect(end.code).toBe(2);
  expect(JSON.parse(end.stderr).error.message).toContain('--signer can only be used with a file');
});

test('a form with empty fields is sent with a warning', async () => {
  const form = aForm({ widgets: ['/Rect [60 200 260 220]', '/V (Mysuru) /Rect [60 300 260 320]'] });
  const argv = ['--signer', SIGNER, '--yes', '--json'];
  const { end } = await send(argv, { pdf: Buffer.from(form) });
  expect(end.code).toBe(0);
  expect(end.stderr).toContain('the PDF has 1 empty form field, which signers cannot fill in');
});
