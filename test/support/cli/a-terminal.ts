import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';

/** A command at a terminal of its own, and the person before it. */
export interface Terminal {
  /** All that was shown so far, without colours and cursor moves. */
  shown(): string;
  /** The same as it came, moves included. */
  raw(): string;
  type(text: string): void;
  readonly ended: Promise<number | null>;
}

/** The size of the window; `0 0` is one that tells none. */
export type Size = `${number} ${number}`;

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Runs a program at a pseudo-terminal made by `script` of util-linux; it is ended with the test. */
export function openTerminal(
  words: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly size?: Size },
): Terminal {
  const { cwd, env, size = '30 100' } = options;
  const [rows, columns] = size.split(' ');
  const line = `stty rows ${rows} cols ${columns}; exec ${words.map(quoted).join(' ')}`;
  const child = spawn('script', ['-qfec', line, '/dev/null'], {
    cwd,
    env: { ESIGN_NO_UPDATE_CHECK: '1', ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => undefined);
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const ended = once(child, 'close').then(([code]) => code);
  return {
    shown: () => stripVTControlCharacters(text),
    raw: () => text,
    type: (keys) => void child.stdin.write(keys),
    ended,
  };
}
