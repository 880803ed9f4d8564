import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { BulkRun } from '../../../../src/cli/bulk/run/journalled-run.ts';
import { EsignClient } from '../../../../src/client/index.ts';
import type { BulkTestDesk } from '../../../support/a-bulk-desk.ts';
import { openBulkDesk, quickClock } from '../../../support/a-bulk-desk.ts';
import { aPdf } from '../../../support/a-pdf.ts';
import type { Fault } from '../../../support/chaos-proxy.ts';
import { startChaosProxy } from '../../../support/chaos-proxy.ts';
import type { TestService } from '../../../support/open-service.ts';
import { openService } from '../../../support/open-service.ts';

let service: TestService;
let serviceUrl: string;
beforeAll(async () => {
  service = await openService();
  serviceUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.close());

const openDesk = ({ credits = 100, baseUrl = serviceUrl } = {}) =>
  openBulkDesk(service, { serviceUrl, baseUrl, credits });

const balance = ({ account }: BulkTestDesk) => service.deps.store.creditBalance(account.accountId);

test('every row is sent once, and a second run finds nothing to do', async () => {
  const desk = await openDesk();
  await desk.run(desk.rows(6));
  const ids = (await desk.states()).map(({ documentId }) => documentId);
  const again = await desk.run(desk.rows(6));
  expect(again.plan).toMatchObject({ standings: { sent: 6 }, credits: 0 });
  const listed = await desk.direct.documents.list().toArray();
  expect(listed.map(({ status }) => status)).toEqual(Array(6).fill('SENT'));
  expect(listed.map(({ documentId }) => documentId).sort()).toEqual([...ids].sort());
  expect(await balance(desk)).toBe(94);
});

test('the journal masks phones unless it is to be full, and holds no key and no link', async () => {
  const desk = await openDesk();
  await desk.run(desk.rows(1));
  const masked = await readFile(desk.journal, 'utf8');
  expect(masked).toContain('••••••3210');
  expect(masked).not.toMatch(new RegExp(`9876543210|${desk.account.apiKey}|/sign/`));
  const full = await openDesk();
  await full.run(full.rows(1), { isFull: true });
  expect(await readFile(full.journal, 'utf8')).toContain('9876543210');
});

test('when credits run out nothing more is begun, and no row counts as refused', async () => {
  const desk = await openDesk({ credits: 3 });
  const { stoppedBy } = await desk.run(desk.rows(12));
  expect(stoppedBy).toBe('no_credits');
  expect((await desk.standings()).filter((one) => one === 'sent')).toHaveLength(3);
  expect(await desk.standings()).not.toContain('failed');
  const listed = await desk.direct.documents.list().toArray();
  expect(listed.length).toBeLessThan(12);
  expect(await balance(desk)).toBe(0);
});

test('a row that is refused does not hold up the others, waits for a retry, and is then sent as it is now', async () => {
  const desk = await openDesk();
  const broken = join(desk.folder, 'broken.pdf');
  await writeFile(broken, '%PDF-1.7\nnothing\n%%EOF\n');
  const rows = desk.rows(3).map((row) => (row.row === 2 ? { ...row, file: broken } : row));
  await desk.run(rows);
  expect(await desk.standings()).toEqual(['sent', 'failed', 'sent']);
  expect((await desk.states())[1]).toMatchObject({ code: 'invalid_file', status: 400 });
  expect((await desk.run(rows)).plan.rows).toEqual([]);
  await writeFile(broken, aPdf());
  await expect(desk.run(rows)).rejects.toMatchObject({ code: 'rows_changed', exitCode: 2 });
  await desk.run(rows, { mode: 'retry' });
  expect(await desk.standings()).toEqual(['sent', 'sent', 'sent']);
  expect(await balance(desk)).toBe(97);
});

test('rows that moved, or whose signer differs, are refused by name before anything is sent', async () => {
  const desk = await openDesk();
  const rows = desk.rows(3);
  await desk.run(rows);
  const moved = rows.slice(1).map((row, index) => ({ ...row, row: index + 1 }));
  const refused = {
    code: 'rows_changed',
    message: expect.stringMatching(/row 1 \(line 3\) "Lease 2", was "Lease 1"/),
  };
  await expect(desk.run(moved)).rejects.toMatchObject(refused);
  await expect(desk.run(moved, { mode: 'retry' })).rejects.toMatchObject(refused);
  await writeFile(desk.file, aPdf({ pages: [{}, {}] }));
  await expect(desk.run(rows)).rejects.toMatchObject({ code: 'rows_changed' });
  expect(await balance(desk)).toBe(97);
});

test('a journal of another service is not gone on with', async () => {
  const desk = await openDesk();
  await desk.run(desk.rows(1));
  const elsewhere = desk.run(desk.rows(1), { baseUrl: 'https://esign.example.com' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'journal_of_another_service' });
});

test('an abort lets what is under way reach the journal, and the next run does the rest', async () => {
  const desk = await openDesk();
  const stop = new AbortController();
  const { stoppedBy } = await desk.run(desk.rows(10), {
    signal: stop.signal,
    onEnd: () => stop.abort(),
  });
  expect(stoppedBy).toBe('interrupted');
  const phases = (await desk.states()).map(({ phase }) => phase);
  expect(phases).not.toContain('intent');
  expect(phases.length).toBeLessThan(10);
  await desk.run(desk.rows(10));
  expect(await desk.standings()).toEqual(Array(10).fill('sent'));
  expect(await balance(desk)).toBe(90);
});

test('only one run at a time takes rows of a journal', async () => {
  const desk = await openDesk();
  const inside = desk.run(desk.rows(2), {
    onPlan: () => expect(desk.run(desk.rows(2))).rejects.toMatchObject({ code: 'journal_in_use' }),
  });
  await inside;
  expect(await desk.standings()).toEqual(['sent', 'sent']);
});

test('a document that holds other signers than its row is not sent, and a retry makes another', async () => {
  const desk = await openDesk();
  const rows = desk.rows(1);
  await desk.run(rows, { limit: 1, signal: AbortSignal.abort() });
  const [row] = rows;
  const stopAt = new AbortController();
  await desk.run(rows, {
    signal: stopAt.signal,
    connect: async ({ connections: _, ...wishes }) => {
      const { hooks } = wishes;
      const onResponse: typeof hooks.onResponse = (event) => {
        hooks.onResponse?.(event);
        if (event.operation === 'addSigners') stopAt.abort();
      };
      const { apiKey } = desk.account;
      return new EsignClient({
        ...wishes,
        baseUrl: serviceUrl,
        apiKey,
        hooks: { ...hooks, onResponse },
      });
    },
  });
  const [begun] = await desk.states();
  expect(begun).toMatchObject({ op: 'signers', phase: 'ok' });
  const first = begun?.documentId ?? '';
  await desk.direct.documents.addSigners(first, row?.signers ?? []);
  await desk.run(rows);
  expect((await desk.states())[0]).toMatchObject({ phase: 'failed', code: 'signers_differ' });
  expect(await balance(desk)).toBe(100);
  await desk.run(rows, { mode: 'retry' });
  const [state] = await desk.states();
  expect(state).toMatchObject({ op: 'send', phase: 'ok', orphans: [first] });
  expect(await balance(desk)).toBe(99);
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
  const desk = await openDesk({ baseUrl: await faulty(faults) });
  await desk.run(desk.rows(1), { concurrency: 1 });
  expect(await desk.standings()).toEqual(['sent']);
  expect(await desk.direct.documents.list().toArray()).toHaveLength(1);
  expect(await balance(desk)).toBe(99);
});

test('a service that answers nothing ends the run after some rows, and the rest is left as it was', async () => {
  const desk = await openDesk();
  const dead = () =>
    new EsignClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'sk_test_x', clock: quickClock });
  const gone: BulkRun['connect'] = async () => {
    const client = dead();
    const alive = new EsignClient({ baseUrl: serviceUrl, apiKey: desk.account.apiKey });
    client.documents.page = (params) => alive.documents.page(params);
    return client;
  };
  const { stoppedBy } = await desk.run(desk.rows(40), { connect: gone });
  expect(stoppedBy).toBe('unreachable');
  expect((await desk.states()).length).toBeLessThan(40);
  await desk.run(desk.rows(40));
  expect(await desk.standings()).toEqual(Array(40).fill('sent'));
}, 60_000);
