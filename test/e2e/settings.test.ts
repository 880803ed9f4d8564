import { expect, test } from 'vitest';
import { makeTestFolder, runEsign } from '../support/cli/run-esign.ts';

test('commands that change the settings at the same time lose nothing', async () => {
  const env = { ESIGN_CONFIG_DIR: await makeTestFolder() };
  const esign = (...args: string[]) => runEsign(args, { env });
  await esign('profile', 'set', 'live', '--base-url', 'https://live.example.com');
  const names = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
  const runs = await Promise.all([
    ...names.map((name) =>
      esign('profile', 'set', name, '--base-url', `https://${name}.example.com`),
    ),
    esign('profile', 'set', 'live', '--allow-recipient', '*@example.in'),
    esign('profile', 'use', 'live'),
  ]);
  expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0));
  const { stdout } = await esign('profile', 'list', '--json');
  const { profiles } = JSON.parse(stdout);
  expect(profiles.map(({ name }: { name: string }) => name).sort()).toEqual(['live', ...names]);
  expect(profiles.find(({ name }: { name: string }) => name === 'live')).toMatchObject({
    allowedRecipients: ['*@example.in'],
  });
});
