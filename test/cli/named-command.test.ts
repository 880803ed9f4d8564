import { expect, test } from 'vitest';
import { ALIASES, namedCommand, withoutAliases } from '../../src/cli/named-command.ts';

const COMMANDS = { 'docs:list': 1, send: 1, help: 1, autocomplete: 1, 'webhook:listen': 1 };

test.each([
  ['docs list', 'docs:list', ''],
  ['docs list --json', 'docs:list', '--json'],
  ['docs:list more', 'docs:list', 'more'],
  ['send contract.pdf --name help', 'send', 'contract.pdf --name help'],
  ['webhook listen -- node app.js --help', 'webhook:listen', '-- node app.js --help'],
])('%s is %s with the rest', (line, id, rest) => {
  expect(namedCommand(line.split(' '), COMMANDS)).toEqual({
    id,
    rest: rest.split(' ').filter((word) => word !== ''),
  });
});

test.each([
  ...['', 'docs', 'dosc list', '--json docs list', 'constructor', 'send --help', 'send a.pdf -h'],
  ...['help send', 'autocomplete bash', '-- send', '--version'],
])('"%s" is left to the framework', (line) => {
  expect(namedCommand(line.split(' '), COMMANDS)).toBeUndefined();
});

const ALL = {
  ...COMMANDS,
  ...{ 'auth:login': 1, 'auth:logout': 1, 'auth:status': 1, 'docs:show': 1, 'signers:list': 1 },
  ...{ 'certificate:download': 1, 'sandbox:webhook:list': 1, 'profile:list': 1, status: 1 },
};

const ALIASED = [
  ['login', 'auth login'],
  ['login --profile work', 'auth login --profile work'],
  ['logout', 'auth logout'],
  ['whoami', 'auth status'],
  ['listen --register', 'webhook listen --register'],
  ['docs ls', 'docs list'],
  ['doc show login', 'docs show login'],
  ['document list', 'docs list'],
  ['documents ls --all', 'docs list --all'],
  ['cert download ls', 'certificate download ls'],
  ['certs download', 'certificate download'],
  ['certificates download', 'certificate download'],
  ['signer list', 'signers list'],
  ['profiles ls', 'profile list'],
  ['sandbox webhooks ls', 'sandbox webhook list'],
  ['docs help', 'help docs'],
  ['sandbox webhooks help', 'help sandbox webhook'],
  ['help documents ls', 'help docs list'],
  ['help login', 'help auth login'],
] as const;

test.each(ALIASED)('"%s" is taken for "%s"', (line, meant) => {
  expect(withoutAliases(line.split(' '), ALL).join(' ')).toBe(meant);
});

test('every alias has its row', () => {
  const typed = ALIASED.flatMap(([line]) => line.split(' '));
  expect(typed).toEqual(expect.arrayContaining(Object.keys(ALIASES)));
});

test.each([
  ...[
    'send documents',
    'status help',
    'docs show help',
    'status ls',
    'help webhooks',
    'constructor',
  ],
  ...['--json login', 'webhook listen -- login', 'list', 'docs frob', 'sends', 'dosc list', ''],
])('"%s" could mean something else, or nothing, and stays', (line) => {
  expect(withoutAliases(line.split(' '), ALL).join(' ')).toBe(line);
});
