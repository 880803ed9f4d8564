import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder, startEsign } from '../support/cli/run-esign.ts';
import { answerJson, serveHttp } from '../support/network/http-server.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const SIGNER = { name: 'Asha Rao', email: 'asha@example.in', signingOrder: 1, signerId: 'sgn_1' };

/** A service that never answers one of the requests of a send. */
async function silentAt(step: string) {
  return await serveHttp(({ method, url }, response) => {
    if (`${method} ${url}`.endsWith(step)) return;
    if (method === 'GET')
      return answerJson(response, 200, { documents: [], limit: 100, offset: 0 });
    if (url.endsWith('/signers')) return answerJson(response, 201, { signers: [SIGNER] });
    return answerJson(response, 201, { documentId: ID, name: 'lease.pdf', status: 'PENDING' });
  });
}

/** Interrupts a send as soon as the service has the request that it will not answer. */
async function interrupted(step: string, words: readonly string[], signal: NodeJS.Signals) {
  const { baseUrl, received } = await silentAt(step);
  const file = join(await makeTestFolder({ 'lease.pdf': Buffer.from(aPdf()) }), 'lease.pdf');
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const argv = words.map((word) => (word === 'FILE' ? file : word));
  const sending = await startEsign(['send', ...argv, '--yes'], { env });
  await expect
    .poll(() => received.some(({ method, url }) => `${method} ${url}`.endsWith(step)), {
      timeout: 10_000,
    })
    .toBe(true);
  sending.child.kill(signal);
  return await sending.ended;
}

const FILE = ['FILE', '--signer', 'Asha Rao <asha@example.in> 9876543210'];

test.each([
  ['/send', FILE, 'interrupted: it may have been sent', `esign status ${ID}`],
  ['/send', [ID], 'interrupted: it may have been sent', `esign status ${ID}`],
  ['/signers', FILE, 'interrupted: the signers may have been added', `esign signers list ${ID}`],
  [
    'POST /api/v1/documents',
    FILE,
    'interrupted: the document may have been created',
    'esign docs list',
  ],
] as const)(
  'Ctrl-C while %s of %j is unanswered claims no state',
  async (step, words, what, next) => {
    const { code, stdout, stderr } = await interrupted(step, words, 'SIGINT');
    expect({ code, stdout, stderr }).toEqual({
      code: 130,
      stdout: '',
      stderr: `${what}\n  next: ${next}\n`,
    });
  },
);

test('with --json, the end of a send by a signal names the document', async () => {
  const { code, stdout, stderr } = await interrupted('/send', [...FILE, '--json'], 'SIGTERM');
  expect({ code, stdout }).toEqual({ code: 143, stdout: '' });
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'interrupted',
    message: 'interrupted: it may have been sent',
    documentId: ID,
    hint: `esign status ${ID}`,
    exitCode: 143,
  });
});
