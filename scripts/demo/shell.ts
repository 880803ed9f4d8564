import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../build/paths.ts';

/** Runs commands in a folder as a person would, with settings of its own. */
export interface Shell {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Shows the command as typed, runs it, shows its output and answers what it wrote to stdout. */
  run(args: readonly string[]): Promise<string>;
}

/** The built command. */
export const BIN = join(ROOT, 'bin/run.cjs');

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;

/** Shows a command the way a person types it. */
export function showCommand(args: readonly string[]): void {
  process.stdout.write(`\n$ esign ${args.map(quoted).join(' ')}\n`);
}

/** A shell in `folder`, whose settings lie beside the results and touch nobody else's. */
export function createShell(folder: string): Shell {
  const {
    ESIGN_API_KEY: _key,
    ESIGN_BASE_URL: _url,
    ESIGN_PROFILE: _profile,
    ...rest
  } = process.env;
  const env = { ...rest, ESIGN_CONFIG_DIR: join(folder, '.esign', 'config') };
  return { folder, env, run: (args) => run(folder, env, args) };
}

function run(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  showCommand(args);
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => process.stdout.write(text));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done(output);
      else fail(new Error(`esign ${args.slice(0, 2).join(' ')} ended with ${code}`));
    });
  });
}
