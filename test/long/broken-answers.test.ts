import { join } from 'node:path';
import { expect, test } from 'vitest';
import DocsCreate from '../../commands/docs/create.ts';
import DocsList from '../../commands/docs/list.ts';
import Send from '../../commands/send.ts';
import { describeError } from '../../src/cli/errors/describe-error.ts';
import { OutcomeUnknownError } from '../../src/client/index.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import type { Step } from '../support/network/scripted-tcp.ts';
import {
  reply,
  replyJson,
  resets,
  startScript,
  writeAndClose,
} from '../support/network/scripted-tcp.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';

const KEY = 'sk_live_0123456789abcdef';
const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const HTML = '<html><body>Slow down</body></html>';
const CUT =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"documents"';

const onlyReads =
  (answer: Step): Step =>
  (socket, request) =>
    request.startsWith('GET') ? answer(socket, request) : resets(socket, request);

/** Cuts the upload, and lists two documents of its name from then on. */
function cutUpload(): Step {
  let isUploaded = false;
  const signers = { total: 0, signed: 0 };
  return (socket, request) => {
    if (request.startsWith('POST')) isUploaded = true;
    const two = [ID, ID.replace('5f', 'a1')].map((documentId) => {
      const createdAt = new Date().toISOString();
      return { documentId, name: 'lease.pdf', status: 'PENDING', createdAt, signers };
    });
    const list = { documents: isUploaded ? two : [], limit: 100, offset: 0 };
    onlyReads(replyJson(200, list))(socket, request);
  };
}

const READS: [string, Step, string, number | null][] = [
  ['429 with HTML', reply(429, HTML, 'Content-Type: text/html', 'Retry-After: 0'), 'http_429', 429],
  ['503 with HTML', reply(503, HTML, 'Content-Type: text/html', 'Retry-After: 0'), 'http_503', 503],
  [
    '500 in JSON',
    replyJson(500, { error: 'internal_error', message: 'Broken.' }, 'Retry-After: 0'),
    'internal_error',
    500,
  ],
  ['a cut body', writeAndClose(CUT), 'answer_cut', null],
  ['a reset', resets, 'connection_lost', null],
  ['200 with HTML', reply(200, HTML, 'Content-Type: text/html'), 'response_shape', null],
];

/** Runs a command against a script, in both forms; both have to end with the code, with nothing on stdout. */
async function endings(
  command: Parameters<typeof runCommand>[0],
  argv: readonly string[],
  step: Step,
) {
  const { baseUrl, requests } = await startScript(step);
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY };
  const text = await runCommand(command, argv, env);
  const json = await runCommand(command, [...argv, '--json'], env);
  expect([text.stdout, json.stdout]).toEqual(['', '']);
  expect(text.stderr).toMatch(/^error: /);
  expect(`${text.stderr}${json.stderr}`).not.toContain(KEY);
  expect(json.stderr.trim().split('\n')).toHaveLength(1);
  return { codes: [text.code, json.code], error: JSON.parse(json.stderr).error, text, requests };
}

test.each(READS)('%s ends in 9, in text and in JSON', async (_, step, code, status) => {
  const { codes, error, text } = await endings(DocsList, [], step);
  expect(codes).toEqual([9, 9]);
  expect(error).toMatchObject({ code, status, exitCode: 9 });
  expect(text.stderr).not.toContain('<html>');
});

const aFile = async () =>
  join(await makeTestFolder({ 'lease.pdf': Buffer.from(aPdf()) }), 'lease.pdf');

test.each(['text', 'JSON'])('an upload of unknown outcome ends in 11, as %s', async (form) => {
  const { baseUrl, requests } = await startScript(cutUpload());
  const argv = form === 'JSON' ? [await aFile(), '--json'] : [await aFile()];
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY };
  const { code, stdout, stderr } = await runCommand(DocsCreate, argv, env);
  expect({ code, stdout }).toEqual({ code: 11, stdout: '' });
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  if (form === 'text') expect(stderr).toContain('next: esign docs list\n');
  else
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'outcome_unknown',
      hint: 'esign docs list',
      exitCode: 11,
    });
});

test.each([
  ['sendDocument', `esign status ${ID}`],
  ['addSigners', `esign signers list ${ID}`],
])('%s of unknown outcome names the command that looks', (operation, hint) => {
  const details = { operation, documentId: ID, hint: 'look at it first' };
  const error = new OutcomeUnknownError('It may or may not have been applied', details);
  expect(describeError(error, { baseUrl: undefined })).toMatchObject({ hint, exitCode: 11 });
});

test('a send that is cut, and found sent, is a success', async () => {
  const times = { createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:00:00.000Z' };
  const signer = {
    signerId: 'sgn_1',
    name: 'Asha Rao',
    email: 'asha@example.in',
    phone: '9876543210',
    signingOrder: 1,
    openedAt: null,
    signedAt: null,
    hasSigned: false,
    signUrl: 'https://esign.example.com/sign/x',
  };
  const urls = { completedAt: null, downloadUrl: null, certificateUrl: null };
  const document = { documentId: ID, name: 'Lease', status: 'SENT', ...times, ...urls };
  const script = onlyReads(replyJson(200, { ...document, signers: [signer] }));
  const { baseUrl } = await startScript(script);
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY };
  const { code, stdout } = await runCommand(Send, [ID, '--yes', '--json'], env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'SENT', creditsRemaining: null });
});
