import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ASHA, openOffice } from '../support/sandbox/an-office.ts';

const office = await openOffice();
const { runWith } = office.place;

/** The text of the contract stands about 700 points up. */
const COVERING = `${ASHA} @1:60,650,200x120`;
const NO_PDF = 'The end of the PDF is missing: the file was cut off';

test('every API error has its exit code, in text and in JSON', async () => {
  const id = await office.sent(ASHA);
  const poor = await office.place.json<{ apiKey: string }>(
    'sandbox',
    'account',
    'create',
    '--credits',
    '0',
  );
  const barred = await office.place.json<{ apiKey: string }>(
    'sandbox',
    'account',
    'create',
    '--no-subscription',
  );
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
    const text = await runWith(env, ...args);
    expect(text, args.join(' ')).toMatchObject({ code, stdout: '' });
    const json = await runWith(env, ...args, '--json');
    expect(json, args.join(' ')).toMatchObject({ code, stdout: '' });
    const told = JSON.parse(json.stderr).error;
    expect(told.exitCode).toBe(code);
    if (error) expect(told.code).toBe(error);
    if (args.some((word) => /^no[.]/.test(word))) expect(told.message).toContain(NO_PDF);
  }
});
