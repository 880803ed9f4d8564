import { expect, test } from 'vitest';
import SandboxInbox from '../../../commands/sandbox/inbox.ts';
import { startCommand } from '../../../src/cli/sandbox/start-command.ts';
import { holdsPassword } from '../../../src/cli/sandbox/start-sandbox.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

const HOME = '/home/sandbox';

test.each([
  [{ dataDir: HOME }, 'esign sandbox start'],
  [{ dataDir: HOME, profile: 'sandbox', baseUrl: 'http://127.0.0.1:4010' }, 'esign sandbox start'],
  [{ dataDir: '/tmp/my data' }, "esign sandbox start --data-dir '/tmp/my data'"],
  [
    { dataDir: '/tmp/b', profile: 'second', baseUrl: 'http://127.0.0.1:4020' },
    'esign sandbox start --profile second --port 4020 --data-dir /tmp/b',
  ],
])('%j is started again by its own command', (sandbox, command) => {
  expect(startCommand(sandbox, HOME)).toBe(command);
});

test('a sandbox that does not run is started by the command that is hinted at', async () => {
  const folder = await makeTestFolder();
  const { code, stderr } = await runCommand(SandboxInbox, ['--data-dir', folder, '--json']);
  expect({ code, hint: JSON.parse(stderr).error.hint }).toEqual({
    code: 9,
    hint: `esign sandbox start --data-dir ${folder}`,
  });
});

test.each([
  ['smtp://127.0.0.1:1025', false],
  ['smtps://asha@mail.example.in', false],
  ['smtps://asha:s3cret@mail.example.in', true],
  ['mail.example.in:25', false],
])('%s holds a password: %s', (url, expected) => {
  expect(holdsPassword(url)).toBe(expected);
});
