import { afterAll, expect, test } from 'vitest';
import { openWorkplace } from '../support/cli/built-esign.ts';

const TERMINAL_COLUMNS = 80;

const run = (...args: string[]) => place.run(...args);
const help = (...words: string[]) => run('help', ...words);

const place = await openWorkplace();
afterAll(() => place.close());

test('the help of a command has one line of usage, and mentions each thing once', async () => {
  const { code, stdout } = await help('webhook', 'replay');
  expect(code).toBe(0);
  expect(stdout).toContain('$ esign webhook replay SAVED... --to=URL [flags]\n');
  expect(stdout.split('in their order of arrival')).toHaveLength(2);
  expect(stdout).toContain('\n  $ esign webhook replay deliveries --to ');
});

test('without a word, topics, commands, first steps and guides are shown, in 80 columns', async () => {
  const { stdout } = await help();
  for (const words of ['  sandbox ', '  send ', '$ esign sandbox start', 'esign help exit-codes'])
    expect(stdout).toContain(words);
  const longest = Math.max(...stdout.split('\n').map((line) => line.length));
  expect(longest).toBeLessThanOrEqual(TERMINAL_COLUMNS);
});

test('with --json the help is a text in a document', async () => {
  const { stdout } = await help('docs', '--json');
  expect(JSON.parse(stdout)).toEqual({ text: expect.stringContaining('docs create') });
});

test('the help is the same, however it is asked for', async () => {
  const said = await help('docs', 'create');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  for (const words of [['--help'], ['-h'], ['contract.pdf', '--help']])
    expect(await run('docs', 'create', ...words)).toEqual(said);
  expect(await run()).toEqual(await help());
  expect((await run('-v')).stdout).toMatch(/^esign\/\d/);
});

test('what people type for a command is taken for it', async () => {
  expect(await run('documents', 'help')).toEqual(await help('docs'));
  expect(await run('login', '--help')).toEqual(await help('auth', 'login'));
  expect((await run('docs', 'ls')).stderr).toBe((await run('docs', 'list')).stderr);
});

test('the version says on what it runs', async () => {
  const { node } = process.versions;
  const { code, stdout, stderr } = await run('version');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^esign \d+\.\d+\.\d+ \(node \S+, \w+-\w+\)\n$/);
  expect(JSON.parse((await run('version', '--json')).stdout)).toMatchObject({ node });
});

test('an unknown command, topic or guide exits 2 and names the nearest', async () => {
  for (const words of [['help', 'snd'], ['snd', '--help'], ['snd']]) {
    const { code, stdout, stderr } = await run(...words);
    expect({ code, stdout }, words.join(' ')).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('next: esign send');
  }
});

test('a value that a flag refuses is reported in plain words, with its code', async () => {
  const { code, stdout, stderr } = await run('docs', 'list', '--since', 'soon', '--json');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'invalid_time',
    message: '--since: "soon" is not a time such as 30d, 2026-11-01 or 2026-11-01T12:00Z',
  });
});

test('the faults that there are can be listed before a sandbox runs', async () => {
  const { code, stdout, stderr } = await run('sandbox', 'fault', 'list');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'no sandbox is running here, so none is set\n',
  });
  expect(stdout).toContain('api-slow');
});
