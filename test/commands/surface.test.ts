import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Command } from '@oclif/core';
import { expect, test } from 'vitest';

const COMMANDS = fileURLToPath(new URL('../../commands/', import.meta.url));

async function loadCommands(): Promise<Map<string, typeof Command>> {
  const files = await readdir(COMMANDS, { recursive: true });
  const commands = new Map<string, typeof Command>();
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    const { default: command } = await import(pathToFileURL(COMMANDS + file).href);
    commands.set(file.replace(/\.ts$/, '').replaceAll('/', ' '), command);
  }
  return commands;
}

test('commands, arguments and flags are those that scripts rely on', async () => {
  const surface: Record<string, string> = {};
  for (const [name, command] of await loadCommands()) {
    const args = Object.entries(command.args).map(([arg, { required }]) =>
      required ? arg.toUpperCase() : `[${arg.toUpperCase()}]`,
    );
    const flags = Object.entries({ ...command.baseFlags, ...command.flags }).map(
      ([flag, { char }]) => (char ? `-${char}/--${flag}` : `--${flag}`),
    );
    surface[name] = [...args, ...flags.sort()].join(' ');
  }
  expect(surface).toMatchSnapshot();
});

test('every command offers JSON, a summary in a fragment, and two examples or more', async () => {
  for (const [name, command] of await loadCommands()) {
    expect(command.enableJsonFlag, name).toBe(true);
    expect(command.summary, name).toMatch(/^[a-z].*[^.]$/);
    expect(command.examples?.length, name).toBeGreaterThanOrEqual(2);
  }
});

test('optional arguments are never taken from stdin by surprise', async () => {
  for (const [name, command] of await loadCommands()) {
    for (const arg of Object.values(command.args)) expect(arg.ignoreStdin, name).toBe(true);
  }
});
