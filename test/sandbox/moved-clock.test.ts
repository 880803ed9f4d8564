import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/client/http/system-clock.ts';
import type { Transport } from '../../src/client/index.ts';
import { EsignClient, NodeTransport, TransportFailure } from '../../src/client/index.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

/** Loses the response to the first create. */
function forgetful(): Transport {
  const inner = new NodeTransport();
  let isLost = false;
  return {
    async send(request) {
      const answer = await inner.send(request);
      if (isLost || request.method !== 'POST') return answer;
      isLost = true;
      answer.discard();
      throw new TransportFailure('lost', { phase: 'answer', opened: true });
    },
    close: () => inner.close(),
  };
}

test('a create whose response was lost is found again after the clock was advanced', async () => {
  const { sandbox, control, close } = await startTestSandbox();
  onTestFinished(close);
  await control.advanceClock({ ms: HOUR_MS });
  const { baseUrl, apiKey } = sandbox;
  const clock = { ...systemClock, sleep: async () => undefined };
  const client = new EsignClient({ baseUrl, apiKey, clock, transport: forgetful() });
  onTestFinished(() => client.close());
  const { documentId } = await client.documents.create(aPdf(), { name: 'Lease' });
  const listed = await client.documents.list().toArray();
  expect(listed.map((document) => document.documentId)).toEqual([documentId]);
});

test('whoever advances the clock by a month stays signed in to the dashboard and the desk', async () => {
  const { sandbox, control, close } = await startTestSandbox();
  onTestFinished(close);
  const signedIn = await fetch(sandbox.dashboardUrl, { redirect: 'manual' });
  const cookie = String(signedIn.headers.get('set-cookie')).split(';', 1)[0] ?? '';
  await control.advanceClock({ ms: MONTH_MS });
  for (const path of ['/dashboard/me', '/dashboard/sandbox/inbox']) {
    const page = await fetch(`${sandbox.baseUrl}${path}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect([path, page.status]).toEqual([path, 200]);
  }
});
