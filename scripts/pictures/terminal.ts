import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Screen } from './screen.ts';
import { openScreen } from './screen.ts';

/** Columns and rows of the terminals that pictures and guides show. */
const SIZE = { columns: 100, rows: 40 } as const;

/** A shell line at a pseudo-terminal of its own. */
export interface AtTerminal {
  readonly screen: Screen;
  type(keys: string): void;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number>;
  /** Presses Ctrl-C and waits for the end. */
  interrupt(): Promise<number>;
}

/** Where a line is run. */
export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const CTRL_C = '\u0003';

/** Starts a line of bash at a pseudo-terminal, made by `script` of util-linux. */
export function startAtTerminal(line: string, { cwd, env }: Place): AtTerminal {
  const sized = `stty rows ${SIZE.rows} cols ${SIZE.columns}\n${line}`;
  const child = spawn('script', ['-qfec', sized, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/bash' },
  });
  child.stdin.on('error', () => undefined);
  // Nothing outlives this process, however it ends
  const kill = () => child.kill();
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  const screen = openScreen(SIZE, (reply) => child.stdin.write(reply));
  child.stdout.on('data', (bytes: Buffer) => screen.write(bytes));
  const ended = once(child, 'close').then(([code]) => Number(code));
  return {
    screen,
    type: (keys) => void child.stdin.write(keys),
    ended,
    interrupt() {
      child.stdin.write(CTRL_C);
      return ended;
    },
  };
}
