import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import Status from '../../../commands/status.ts';
import { nextWait } from '../../../src/cli/documents/poll-flags.ts';
import { signerProgress } from '../../../src/cli/documents/show-document.ts';
import { changes, watchBlock } from '../../../src/cli/documents/wait-for-document.ts';
import { parseDuration } from '../../../src/cli/terminal/times.ts';
import type { Document } from '../../../src/contract/document.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { aDocument, aSigner } from '../../support/client/a-client.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const AT = '2026-11-20T12:04:31.512Z';

function lease(status: Document['status'], signed: number) {
  const signers = ['Asha Rao', 'Ravi Kumar'].map((name, index) => {
    const at = index < signed ? AT : null;
    const signUrl = 'https://esign.example.com/sign/x';
    const progress = { openedAt: at, signedAt: at, hasSigned: index < signed, signUrl };
    return aSigner(index + 1, { name, ...progress });
  });
  return aDocument({ documentId: ID, status, signers }) as Document;
}

const env = (baseUrl: string) => ({ ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' });

test('the wait grows from the first interval to a minute and never beyond the limit', () => {
  const step = { startMs: 2000, leftMs: Number.POSITIVE_INFINITY };
  const waits = [0, 1, 2, 20].map((quietPolls) => nextWait({ ...step, quietPolls }, 0.5));
  expect(waits).toEqual([2000, 3000, 4500, 60_000]);
  expect(nextWait({ ...step, quietPolls: 0 }, 0)).toBe(1600);
  expect(nextWait({ ...step, quietPolls: 0, retryAfterMs: 30_000 }, 0.5)).toBe(30_000);
  expect(nextWait({ ...step, quietPolls: 20, leftMs: 700 }, 0.5)).toBe(700);
});

test('a final state is answered at once, by one request', async () => {
  const { baseUrl, received } = await serveHttp((_, response) =>
    answerJson(response, 200, lease('COMPLETED', 2)),
  );
  const end = await runCommand(Status, [ID, '--watch', '--json'], env(baseUrl));
  expect(end.code).toBe(0);
  expect(JSON.parse(end.stdout).status).toBe('COMPLETED');
  expect(received).toHaveLength(1);
});

test('a watch survives 429, 503 and a reset connection, and prints a line per change', async () => {
  const looks: ReadonlyArray<(response: ServerResponse) => void> = [
    (response) => answerJson(response, 200, lease('SENT', 0)),
    (response) => response.writeHead(429, { 'retry-after': '0' }).end('slow down'),
    (response) => response.writeHead(503).end('<html>'),
    (response) => response.socket?.destroy(),
    (response) => answerJson(response, 200, lease('SENT', 1)),
  ];
  let looked = 0;
  const { baseUrl } = await serveHttp((_, response) => {
    const last = (one: ServerResponse) => answerJson(one, 200, lease('COMPLETED', 2));
    (looks[looked] ?? last)(response);
    looked += 1;
  });
  const end = await runCommand(Status, [ID, '--watch', '--interval', '10ms'], env(baseUrl));
  expect(end.code).toBe(0);
  expect(end.stderr).toContain('Asha Rao: signed');
  expect(end.stderr).toContain('document: COMPLETED');
  expect(end.stdout).toContain('COMPLETED');
});

test('a watch that times out exits 8 and names the command that resumes', async () => {
  const { baseUrl } = await serveHttp((_, response) => answerJson(response, 200, lease('SENT', 0)));
  const argv = [ID, '--watch', '--interval', '20ms', '--timeout', '150ms', '--json'];
  const end = await runCommand(Status, argv, env(baseUrl));
  expect(end.code).toBe(8);
  expect(JSON.parse(end.stdout)).toMatchObject({ type: 'document', status: 'SENT' });
  expect(JSON.parse(end.stderr).error).toMatchObject({
    code: 'still_waiting',
    hint: `esign status ${ID} --watch`,
  });
});

test('Ctrl-C ends a watch with 130 and names the command that resumes', async () => {
  const { baseUrl, received } = await serveHttp((_, response) => {
    answerJson(response, 200, lease('SENT', 0));
    if (received.length > 1) return;
    response.once('finish', () => setTimeout(() => process.emit('SIGINT', 'SIGINT'), 50));
  });
  const end = await runCommand(Status, [ID, '--watch'], env(baseUrl));
  expect(end.code).toBe(130);
  expect(end.stderr).toContain(`next: esign status ${ID} --watch`);
});

test('a watch that is refused ends with the code of the refusal', async () => {
  const { baseUrl } = await serveHttp((_, response) =>
    answerJson(response, 404, { error: 'not_found', message: 'No.' }),
  );
  expect((await runCommand(Status, [ID, '--watch'], env(baseUrl))).code).toBe(5);
});

test('only changes are printed, and a hostile name cannot write to the terminal', () => {
  const before = lease('SENT', 0);
  expect(changes(before, before)).toEqual([]);
  expect(changes(before, lease('SENT', 1))).toEqual([
    expect.stringMatching(/^Asha Rao: signed/),
    'Ravi Kumar: their turn',
  ]);
  const hostile = { ...before, name: 'Lease\u001b[2J' };
  expect(watchBlock(hostile, '').join('\n')).not.toContain('\u001b');
});

test('nobody has a turn once a document has ended', () => {
  const { signers } = lease('SENT', 0);
  const progress = (as: 'declined' | 'expired') =>
    signers.map((one) =>
      signerProgress(one, signers, { ended: { as, at: AT, by: 'Asha Rao', reason: null } }),
    );
  expect(progress('declined')).toEqual([expect.stringMatching(/^declined \d/), 'not signed']);
  expect(progress('expired')).toEqual(['not signed', 'not signed']);
});

test('the signer whose turn it is, and those after whom the others sign, are named', () => {
  const { signers } = lease('SENT', 0);
  const progress = (changed = signers) => changed.map((one) => signerProgress(one, changed));
  expect(progress()).toEqual(['their turn', 'after Asha Rao']);
  const opened = signers.map((one) => ({ ...one, openedAt: AT }));
  expect(progress(opened)).toEqual([
    expect.stringMatching(/^their turn, opened \d/),
    expect.stringMatching(/^after Asha Rao, opened \d/),
  ]);
  expect(progress(signers.map((one) => ({ ...one, signUrl: null })))).toEqual([
    'not sent',
    'not sent',
  ]);
  expect(progress(lease('SENT', 1).signers)).toEqual([
    expect.stringMatching(/^signed /),
    'their turn',
  ]);
});

const DURATIONS = [
  ['90s', 90_000],
  ['1h30m', 5_400_000],
  ['3d', 259_200_000],
  ['250ms', 250],
  ['10', 10_000],
  ['1.5h', 5_400_000],
  ['', undefined],
  ['soon', undefined],
  ['-1s', undefined],
  ['1y', undefined],
] as const;

test.each(DURATIONS)('"%s" is %s milliseconds', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
