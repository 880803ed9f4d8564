import { expect, test } from 'vitest';
import { namedCommand } from '../../src/cli/named-command.ts';

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
