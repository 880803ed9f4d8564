import { readdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ASHA, openOffice } from '../support/sandbox/an-office.ts';

const office = await openOffice();
const { json, start } = office.place;

const ROWS = 24;

/** A manifest with that many rows of one signer each. */
async function manifest(name: string, rows = ROWS): Promise<void> {
  const lines = Array.from(
    { length: rows },
    (_, index) => `contract.pdf,${name} ${index + 1},"${ASHA}"`,
  );
  await writeFile(office.path(`${name}.csv`), `file,name,signer1\n${lines.join('\n')}\n`);
}

interface Counts {
  readonly sent: number;
  readonly doubt: number;
  readonly waiting: number;
  readonly creditsRemaining: number;
}

const statusOf = (name: string) => json<Counts>('bulk', 'status', `${name}.csv`);

const sentOf = async (name: string): Promise<string[]> => {
  const { documents } = await json<{ documents: { name: string; status: string }[] }>(
    'docs',
    'list',
    '--all',
  );
  const ours = documents.filter((one) => one.name.startsWith(`${name} `) && one.status === 'SENT');
  return ours.map((one) => one.name).sort();
};

const wanted = (name: string): string[] =>
  Array.from({ length: ROWS }, (_, index) => `${name} ${index + 1}`).sort();

/** Starts a run, and waits until that many rows have ended. */
async function startRun(name: string, ended: number) {
  const run = start('bulk', 'send', `${name}.csv`, '--yes', '--json');
  for (let row = 0; row < ended; row += 1) await run.lines.next();
  return run;
}

test('nothing is sent without a yes, and the plan can be looked at', async () => {
  await manifest('plan');
  const refused = await office.place.run('bulk', 'send', 'plan.csv');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('24 documents takes up to 24 credits');
  const plan = await json('bulk', 'send', 'plan.csv', '--dry-run');
  expect(plan).toMatchObject({ rows: ROWS, waiting: ROWS, taken: ROWS, credits: ROWS });
  expect(plan).toMatchObject({ sample: { row: 1, name: 'plan 1' }, unknownColumns: [] });
  expect((await readdir(office.place.folder)).filter((file) => file.includes('journal'))).toEqual(
    [],
  );
  expect(await sentOf('plan')).toEqual([]);
  expect((await office.place.run('bulk', 'status', 'plan.csv')).code).toBe(5);
});

test('a dry run shows a row, a run of as many rows as asked exits 0, and a renamed column does not lose its results', async () => {
  const rows = [1, 2].map((number) => `contract.pdf,Offer {{employee}},E${number},"${ASHA}"`);
  const text = `file,name,employee,signer1\n${rows.join('\n')}\n`;
  await writeFile(office.path('limit.csv'), text);
  const dry = await office.place.run('bulk', 'send', 'limit.csv', '--dry-run');
  expect(dry).toMatchObject({ code: 0, stdout: '' });
  for (const words of [
    `test: ${office.running.sandbox.baseUrl}, profile sandbox`,
    'row 1, line 2: Offer E1',
    `1  ${ASHA}`,
    'employee: E1',
    'columns of your own, only kept for the export: employee',
  ])
    expect(dry.stderr).toContain(words);
  const some = await office.place.run('bulk', 'send', 'limit.csv', '--yes', '--limit', '1');
  expect(some.code).toBe(0);
  expect(some.stderr).toContain('next: esign bulk send limit.csv');
  await writeFile(office.path('limit.csv'), text.replace('employee,', 'staff,'));
  const { rows: known } = await json<{ rows: unknown[] }>('bulk', 'export', 'limit.csv');
  expect(known).toMatchObject([{ name: 'Offer E1', state: 'sent' }, { state: 'waiting' }]);
});

test('a killed run continues where it stopped, and sends nothing twice', async () => {
  await manifest('killed');
  const run = await startRun('killed', 5);
  await run.stop('SIGKILL');
  const after = await statusOf('killed');
  expect(after.sent).toBeGreaterThanOrEqual(5);
  expect(after.sent).toBeLessThan(ROWS);
  const again = await office.place.run('bulk', 'send', 'killed.csv', '--yes');
  expect(again.code, again.stderr).toBe(0);
  expect(again.stdout).toContain(`${ROWS} of ${ROWS} documents sent`);
  expect(await sentOf('killed')).toEqual(wanted('killed'));
  const before = (await statusOf('killed')).creditsRemaining;
  const third = await office.place.run('bulk', 'send', 'killed.csv', '--json');
  expect(third).toMatchObject({ code: 0 });
  expect(JSON.parse(third.stdout)).toMatchObject({ type: 'summary', sent: ROWS });
  expect((await statusOf('killed')).creditsRemaining).toBe(before);
});

test('Ctrl-C exits 130 with no row in doubt, and names the command that continues', async () => {
  await manifest('stopped');
  const run = await startRun('stopped', 2);
  expect(await run.stop('SIGINT')).toBe(130);
  const error = JSON.parse(run.stderr().trim().split('\n').at(-1) ?? '').error;
  expect(error).toMatchObject({ code: 'interrupted', hint: 'esign bulk send stopped.csv' });
  expect(await statusOf('stopped')).toMatchObject({ doubt: 0 });
  expect((await statusOf('stopped')).sent).toBeLessThan(ROWS);
  const limited = await office.place.run('bulk', 'send', 'stopped.csv', '--yes', '--limit', '1');
  expect(limited.code).toBe(0);
  expect(limited.stderr).toContain('next: esign bulk send stopped.csv');
});

test('neither key nor signing link is in the journal or in the output', async () => {
  const journals = (await readdir(office.place.folder)).filter((file) => file.endsWith('.jsonl'));
  const texts = await Promise.all(journals.map((file) => readFile(office.path(file), 'utf8')));
  expect(texts.length).toBeGreaterThan(0);
  const all = [...texts, ...office.place.said].join('\n');
  expect(all).not.toContain(office.running.sandbox.apiKey);
  expect(texts.join('\n')).not.toMatch(/9876543210|\/sign\//);
});
