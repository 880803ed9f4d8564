import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Command } from '@oclif/core';
import { Config, settings } from '@oclif/core';
import { captureOutput } from '@oclif/test';
import { makeTestFolder } from './run-esign.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What a command said and how it ended. */
export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type CommandClass = typeof Command & { run(argv: string[], config: Config): Promise<unknown> };

async function loadConfig(): Promise<Config> {
  settings.enableAutoTranspile = false;
  const pjson = createRequire(import.meta.url)('../../../package.json');
  const { commands: _built, hooks: _hooks, ...oclif } = pjson.oclif;
  return Config.load({ root: ROOT, pjson: { ...pjson, oclif } });
}

function replaceEnvironment(env: Record<string, string | undefined>): () => void {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (/^(ESIGN_|CI$|NO_COLOR$|FORCE_COLOR$)/.test(name)) delete process.env[name];
  }
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined) process.env[name] = value;
  }
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  };
}

const exitOf = (error: Error & { oclif?: { exit?: number | undefined } }): number =>
  error.oclif?.exit ?? 1;

/** Runs work while stdin holds this, as a pipe would. */
export async function withStdin<T>(content: string | Buffer, work: () => Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(process, 'stdin');
  const value = Readable.from([Buffer.from(content)]);
  Object.defineProperty(process, 'stdin', { value, configurable: true });
  try {
    return await work();
  } finally {
    if (own) Object.defineProperty(process, 'stdin', own);
  }
}

/** Runs one command in this process, with settings of its own and no environment but what is given. */
export async function runCommand(
  command: CommandClass,
  argv: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandEnd> {
  const config = await loadConfig();
  const restore = replaceEnvironment({ ESIGN_CONFIG_DIR: await makeTestFolder(), ...env });
  try {
    const { stdout, stderr, error } = await captureOutput(() => command.run([...argv], config));
    return { code: error ? exitOf(error) : 0, stdout, stderr };
  } finally {
    restore();
  }
}
