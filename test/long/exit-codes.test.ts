import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ShownDocument } from '../support/sandbox/an-office.ts';
import { ANITA, ASHA, openOffice } from '../support/sandbox/an-office.ts';

const office = await openOffice();
const { run, runWith, json, start } = office.place;

/** The text of the contract stands about 700 points up. */
const COVERING = `${ASHA} @1:60,650,200x120`;
const NO_PDF = 'The end of the PDF is missing: the file was cut off';

test('every API error has its exit code', async () => {
  const id = await office.sent(ASHA);
  const account = (...flags: readonly string[]) =>
    json<{ apiKey: string }>('sandbox', 'account', 'create', ...flags);
  const [poor, barred] = [await account('--credits', '0'), await account('--no-subscription')];
  const as = (apiKey: string) => ({
    ESIGN_API_KEY: apiKey,
    ESIGN_BASE_URL: office.running.sandbox.baseUrl,
  });
  const { stderr } = await runWith({ ESIGN_API_KEY: poor.apiKey }, 'sandbox', 'webhook', 'list');
  expect(stderr).toContain("the key of ESIGN_API_KEY is another than the sandbox's own");
  const created = await runWith(as(poor.apiKey), 'docs', 'create', 'contract.pdf', '--json');
  const poorId: string = JSON.parse(created.stdout).documentId;
  await runWith(as(poor.apiKey), 'signers', 'add', poorId, '--signer', ASHA);
  await writeFile(office.path('no.pdf'), '%PDF-1.7\nnothing of the kind');
  await writeFile(office.path('no.csv'), `file,signer1\nno.pdf,${ASHA}\n`);
  const cases: [number, string, NodeJS.ProcessEnv, string[]][] = [
    [2, 'usage', {}, ['docs', 'create']],
    [3, 'invalid_file', {}, ['docs', 'create', 'no.pdf']],
    [2, 'invalid_file', {}, ['send', 'no.pdf', '--signer', ASHA, '--yes']],
    [2, 'invalid_manifest', {}, ['bulk', 'send', 'no.csv', '--dry-run']],
    [2, 'text_covered', {}, ['send', 'contract.pdf', '--signer', COVERING, '--refuse-covered']],
    [2, 'ambiguous_document', {}, ['docs', 'show', 'asha rao']],
    [5, 'not_found', {}, ['certificate', 'download', 'nobody at all']],
    [4, 'unauthorized', as('sk_test_nobody'), ['docs', 'list']],
    [4, 'api_access_not_enabled', as(barred.apiKey), ['docs', 'list']],
    [5, 'not_found', as(poor.apiKey), ['docs', 'show', id]],
    [6, 'invalid_state', {}, ['send', id, '--yes']],
    [7, 'insufficient_credits', as(poor.apiKey), ['send', poorId, '--yes']],
    [9, '', { ESIGN_API_KEY: 'sk_test_x', ESIGN_BASE_URL: 'http://127.0.0.1:9' }, ['docs', 'list']],
  ];
  for (const [code, error, env, args] of cases) {
    const ended = await runWith(env, ...args, '--json');
    expect(ended, args.join(' ')).toMatchObject({ code, stdout: '' });
    const told = JSON.parse(ended.stderr).error;
    expect(told.exitCode).toBe(code);
    if (error) expect(told.code).toBe(error);
    if (args.some((word) => /^no[.]/.test(word))) expect(told.message).toContain(NO_PDF);
  }
});

interface Listed {
  readonly documents: readonly ShownDocument[];
}

test('a wait ends with 13 once a signer has declined, and a certificate says why there is none', async () => {
  const argv = ['send', 'contract.pdf', '--signer', ASHA, '--external-id', 'lease-117'];
  const waiting = start(...argv, '--yes', '--wait', '--json');
  const found = async () => (await json<Listed>('docs', 'find', 'lease-117')).documents[0];
  await expect.poll(async () => (await found())?.status, { timeout: 30_000 }).toBe('SENT');
  const id = (await found())?.documentId ?? '';
  await json('sandbox', 'decline', id, '--reason', 'The rent is wrong');
  expect(await waiting.ended).toBe(13);
  const error = JSON.parse(waiting.stderr().trim().split('\n').at(-1) ?? '').error;
  expect(error.message).toMatch(/declined by Asha Rao, .*"The rent is wrong"/);
  const certificate = await run('certificate', 'download', id);
  expect(certificate.code).toBe(13);
  expect(certificate.stderr).not.toContain('--watch');
  const taken = await run(...argv, '--yes');
  expect({ code: taken.code, stderr: taken.stderr }).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('was created'),
  });
});

test('a bulk run whose document ended is told by watch and status, by its external id', async () => {
  const rows = [1, 2].map((at) => `contract.pdf,Offer ${at},offer-${at},${ASHA}`);
  await writeFile(office.path('m.csv'), ['file,name,external_id,signer1', ...rows].join('\n'));
  expect((await run('bulk', 'send', 'm.csv', '--yes')).code).toBe(0);
  const { documents } = await json<Listed>('docs', 'find', 'offer-2');
  expect(documents).toHaveLength(1);
  await json('docs', 'withdraw', documents[0]?.documentId ?? '', '--reason', 'Sent twice');
  const { documents: others } = await json<Listed>('docs', 'find', 'offer-1');
  await office.sign(others[0]?.documentId ?? '');
  const watched = await run('bulk', 'watch', 'm.csv', '--timeout', '60s');
  expect(watched).toMatchObject({ code: 13, stderr: expect.stringMatching(/row 2: .*withdrawn/) });
  const status = await run('bulk', 'status', 'm.csv', '--json');
  expect(status.code).toBe(13);
  expect(JSON.parse(status.stdout).ended).toMatchObject([{ row: 2, ended: { as: 'withdrawn' } }]);
});

test('a listener that waits for an event beside the specification gets an endpoint that asks for it', async () => {
  const [asha, anita] = [await office.sent(ASHA), await office.sent(ANITA)];
  const until = ['--until', `signer.declined:${asha}`, '--timeout', '60s', '--json'];
  const listening = start('webhook', 'listen', '--register', ...until);
  const ready = await listening.lines.next();
  expect(JSON.parse(ready.value ?? '')).toMatchObject({ type: 'ready' });
  await json('docs', 'withdraw', anita, '--reason', 'Sent twice');
  await json('sandbox', 'decline', asha, '--reason', 'The rent is wrong');
  const events: unknown[] = [];
  for (let line = await listening.lines.next(); !line.done; line = await listening.lines.next())
    events.push(JSON.parse(line.value).event);
  expect(events.filter(Boolean)).toEqual(['signer.declined']);
  expect(await listening.ended).toBe(0);
});
