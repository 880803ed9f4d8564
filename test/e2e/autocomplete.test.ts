import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../src/contract/webhooks/webhook-headers.ts';
import { openWorkplace } from '../support/cli/built-esign.ts';

const run = promisify(execFile);

const place = await openWorkplace();
for (const name of ['other', 'work'])
  await place.json('profile', 'set', name, '--base-url', 'https://esign.example.com');
const script = (await place.run('autocomplete', 'bash')).stdout;
afterAll(() => place.close());

/** What bash offers after these words, the last of which is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const asked = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _esign; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { env } = place.command();
  const argv = ['-c', `${script}\n${asked}`, 'bash', 'esign', ...words];
  const { stdout } = await run('bash', argv, { env });
  return stdout.split('\n').filter((word) => word !== '');
}

const SCENARIOS = ['one', 'two', 'three', 'four', 'five', 'six'].map(
  (count) => `scenario:${count}-signer${count === 'one' ? '' : 's'}`,
);

const OFFERED: ReadonlyArray<readonly [readonly string[], readonly string[]]> = [
  [['s'], ['sandbox', 'send', 'serve', 'signers', 'status']],
  [
    ['docs', ''],
    ['create', 'download', 'find', 'list', 'open', 'resend', 'show', 'timeline', 'withdraw'],
  ],
  [['sandbox', 'webhook', 'e'], ['enable']],
  [
    ['docs', 'create', '--n'],
    ['--name', '--no-input'],
  ],
  [['send', 'contract.pdf', '--wa'], ['--wait']],
  [['sandbox', 'account', 'create', '--no-s'], ['--no-subscription']],
  [
    ['docs', 'list', '--status', ''],
    ['PENDING', 'SENT', 'COMPLETED', 'FAILED', 'CANCELLED'],
  ],
  [['webhook', 'listen', '--until', ''], [...EVENT_TYPES]],
  [
    ['webhook', 'trigger', 's'],
    ['signer.signed', 'signer.opened', 'signer.declined', ...SCENARIOS],
  ],
  [
    ['sandbox', 'fault', 'set', 'bad'],
    ['bad-signature', 'bad-cms'],
  ],
  [['sandbox', 'start', '--cms', 'f'], ['faithful']],
  [
    ['help', 'e'],
    ['environment', 'evidence', 'exit-codes'],
  ],
  [
    ['autocomplete', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [
    ['profile', 'use', ''],
    ['other', 'work'],
  ],
  [['docs', 'list', '--json', '--profile', 'w'], ['work']],
];

test.each(OFFERED)('after %j bash offers %j', async (words, wanted) => {
  expect(await offered(...words)).toEqual(wanted);
});

test('after a command nothing is offered, so that the shell completes files', async () => {
  expect(await offered('docs', 'create', '')).toEqual([]);
  expect(await offered('verify', 'contr')).toEqual([]);
});

test('each shell gets a script of its own, also in JSON; another ends with 2', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await place.run('autocomplete', shell);
    expect(await place.json('autocomplete', shell)).toEqual({ shell, script: stdout.trimEnd() });
  }
  expect(await place.run('autocomplete', 'tcsh')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('"tcsh" is not one of bash, zsh, fish'),
  });
});
