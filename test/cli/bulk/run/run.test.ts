import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BulkRun } from '../../../../src/cli/bulk/run/bulk-run.ts';
import { rowFailure } from '../../../../src/cli/bulk/run/row-failure.ts';
import { ApiError, EsignClient } from '../../../../src/client/index.ts';
import type { BulkTestRun } from '../../../support/cli/a-bulk-run.ts';
import { openBulkRun, quickClock } from '../../../support/cli/a-bulk-run.ts';
import type { Fault } from '../../../support/kills/chaos-proxy.ts';
import { startChaosProxy } from '../../../support/kills/chaos-proxy.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { openApi } from '../../../support/service/call-service.ts';

const { service } = await openApi();
const serviceUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });

const openDesk = ({ credits = 100, baseUrl = serviceUrl } = {}) =>
  openBulkRun(service, { serviceUrl, baseUrl, credits });

const balance = ({ account }: BulkTestRun) => service.deps.store.creditBalance(account.accountId);

test('every row is sent once, and a second run finds nothing to do', async () => {
  const context = await openDesk();
  await context.run(context.rows(6));
  const ids = (await context.states()).map(({ documentId }) => documentId);
  const again = await context.run(context.rows(6));
  expect(again.plan).toMatchObject({ counts: { sent: 6 }, credits: 0 });
  const listed = await context.direct.documents.list().toArray();
  expect(listed.map(({ status }) => status)).toEqual(Array(6).fill('SENT'));
  expect(listed.map(({ documentId }) => documentId).sort()).toEqual([...ids].sort());
  expect(await balance(context)).toBe(94);
});

test('the journal masks phones unless it is to be full, and holds no key and no link', async () => {
  const context = await openDesk();
  await context.run(context.rows(1));
  const masked = await readFile(context.journal, 'utf8');
  expect(masked).toContain('••••••3210');
  expect(masked).not.toMatch(new RegExp(`9876543210|${context.account.apiKey}|/sign/`));
  const full = await openDesk();
  await full.run(full.rows(1), { isFull: true });
  expect(await readFile(full.journal, 'utf8')).toContain('9876543210');
});

test('when credits run out nothing more is begun, and no row counts as refused', async () => {
  const context = await openDesk({ credits: 3 });
  const { stoppedBy } = await context.run(context.rows(12));
  expect(stoppedBy).toBe('no_credits');
  expect((await context.statuses()).filter((one) => one === 'sent')).toHaveLength(3);
  expect(await context.statuses()).not.toContain('failed');
  const listed = await context.direct.documents.list().toArray();
  expect(listed.length).toBeLessThan(12);
  expect(await balance(context)).toBe(0);
});

test('a row that is refused does not hold up the others, waits for a retry, and is then sent as it is now', async () => {
  const context = await openDesk();
  const broken = join(context.folder, 'broken.pdf');
  await writeFile(broken, '%PDF-1.7\nnothing\n%%EOF\n');
  const rows = context.rows(3).map((row) => (row.row === 2 ? { ...row, file: broken } : row));
  await context.run(rows);
  expect(await context.statuses()).toEqual(['sent', 'failed', 'sent']);
  expect((await context.states())[1]).toMatchObject({ code: 'invalid_file', status: 400 });
  expect((await context.run(rows)).plan.rows).toEqual([]);
  await writeFile(broken, aPdf());
  await expect(context.run(rows)).rejects.toMatchObject({ code: 'rows_changed', exitCode: 2 });
  await context.run(rows, { mode: 'retry' });
  expect(await context.statuses()).toEqual(['sent', 'sent', 'sent']);
  expect(await balance(context)).toBe(97);
});

test('rows that moved, or whose signer differs, are refused by name before anything is sent', async () => {
  const context = await openDesk();
  const rows = context.rows(3);
  await context.run(rows);
  const moved = rows.slice(1).map((row, index) => ({ ...row, row: index + 1 }));
  const refused = {
    code: 'rows_changed',
    message: expect.stringMatching(/row 1 \(line 3\) "Lease 2", was "Lease 1"/),
  };
  await expect(context.run(moved)).rejects.toMatchObject(refused);
  await expect(context.run(moved, { mode: 'retry' })).rejects.toMatchObject(refused);
  await writeFile(context.file, aPdf({ pages: [{}, {}] }));
  await expect(context.run(rows)).rejects.toMatchObject({ code: 'rows_changed' });
  expect(await balance(context)).toBe(97);
});

test('a journal of another service is not gone on with', async () => {
  const context = await openDesk();
  await context.run(context.rows(1));
  const elsewhere = context.run(context.rows(1), { baseUrl: 'https://esign.example.com' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'journal_of_another_service' });
});

test('an abort lets running rows end in the journal, and the next run sends the rest', async () => {
  const context = await openDesk();
  const stop = new AbortController();
  const { stoppedBy } = await context.run(context.rows(10), {
    signal: stop.signal,
    onEnd: () => stop.abort(),
  });
  expect(stoppedBy).toBe('interrupted');
  const phases = (await context.states()).map(({ phase }) => phase);
  expect(phases).not.toContain('intent');
  expect(phases.length).toBeLessThan(10);
  await context.run(context.rows(10));
  expect(await context.statuses()).toEqual(Array(10).fill('sent'));
  expect(await balance(context)).toBe(90);
});

test('only one run at a time takes rows of a journal', async () => {
  const context = await openDesk();
  const inside = context.run(context.rows(2), {
    onPlan: () =>
      expect(context.run(context.rows(2))).rejects.toMatchObject({ code: 'journal_in_use' }),
  });
  await inside;
  expect(await context.statuses()).toEqual(['sent', 'sent']);
});

test('a document that holds other signers than its row is not sent, and a retry makes another', async () => {
  const context = await openDesk();
  const rows = context.rows(1);
  await context.run(rows, { limit: 1, signal: AbortSignal.abort() });
  const [row] = rows;
  const stopAt = new AbortController();
  await context.run(rows, {
    signal: stopAt.signal,
    connect: async ({ connections: _, ...wishes }) => {
      const { hooks } = wishes;
      const onResponse: typeof hooks.onResponse = (event) => {
        hooks.onResponse?.(event);
        if (event.operation === 'addSigners') stopAt.abort();
      };
      const { apiKey } = context.account;
      return new EsignClient({
        ...wishes,
        baseUrl: serviceUrl,
        apiKey,
        hooks: { ...hooks, onResponse },
      });
    },
  });
  const [begun] = await context.states();
  expect(begun).toMatchObject({ op: 'signers', phase: 'ok' });
  const first = begun?.documentId ?? '';
  await context.direct.documents.addSigners(first, row?.signers ?? []);
  await context.run(rows);
  expect((await context.states())[0]).toMatchObject({ phase: 'failed', code: 'signers_differ' });
  expect(await balance(context)).toBe(100);
  await context.run(rows, { mode: 'retry' });
  const [state] = await context.states();
  expect(state).toMatchObject({ op: 'send', phase: 'ok', orphans: [first] });
  expect(await balance(context)).toBe(99);
});

/** Faults for the requests in their order; none after the last. */
async function faulty(faults: readonly Fault[]): Promise<string> {
  const left = [...faults];
  const proxy = await startChaosProxy(serviceUrl, () => left.shift() ?? 'none');
  onTestFinished(() => proxy.close());
  return proxy.url;
}

test.each<[string, Fault[]]>([
  ['the create', ['none', '500 after']],
  ['the signers', ['none', 'none', 'reset after']],
  ['the send', ['none', 'none', 'none', 'body cut']],
  ['a 429 without end', ['none', '429', '429', '429', '429', '429', '429', '429']],
])('%s in trouble: the row is sent once all the same', async (_, faults) => {
  const context = await openDesk({ baseUrl: await faulty(faults) });
  await context.run(context.rows(1), { concurrency: 1 });
  expect(await context.statuses()).toEqual(['sent']);
  expect(await context.direct.documents.list().toArray()).toHaveLength(1);
  expect(await balance(context)).toBe(99);
});

test('a service that answers nothing ends the run after some rows, and the rest is left as it was', async () => {
  const context = await openDesk();
  const dead = () =>
    new EsignClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'sk_test_x', clock: quickClock });
  const gone: BulkRun['connect'] = async () => {
    const client = dead();
    const alive = new EsignClient({ baseUrl: serviceUrl, apiKey: context.account.apiKey });
    client.documents.page = (params) => alive.documents.page(params);
    return client;
  };
  const { stoppedBy } = await context.run(context.rows(20), { connect: gone });
  expect(stoppedBy).toBe('unreachable');
  expect((await context.states()).length).toBeLessThan(20);
  await context.run(context.rows(20));
  expect(await context.statuses()).toEqual(Array(20).fill('sent'));
}, 60_000);

const refused = new ApiError('The key is not valid.', {
  ...{ status: 401, code: 'unauthorized', headers: {}, rawBody: '' },
  ...{ method: 'POST', path: '/api/v1/documents', operation: 'createDocument' },
});

test('a row whose key is refused says where the key came from, and stops the run', () => {
  const failure = rowFailure(refused, 'ESIGN_API_KEY');
  expect(failure.message).toBe('The key is not valid: the key comes from ESIGN_API_KEY');
  expect(failure).toMatchObject({ phase: 'held', status: 401 });
  expect(failure.stops).toBeDefined();
  expect(rowFailure(refused).message).toBe('The key is not valid.');
});
