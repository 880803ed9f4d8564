import { bashScript } from './bash.ts';
import type { CompletedCommand, KnownValues } from './completion-table.ts';
import { completionTable } from './completion-table.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** A word without characters that are special to a shell. */
const PLAIN = /^@?[\w:.-]+$/;

export type Shell = keyof typeof SCRIPTS;

export const SHELLS = ['bash', 'zsh', 'fish'] as const satisfies readonly Shell[];

/** Completes commands, flags and their values without starting a process on Tab. */
export function completionScript(
  shell: Shell,
  commands: readonly CompletedCommand[],
  known: KnownValues,
): string {
  const table = completionTable(commands, known);
  for (const words of [...table.next.values(), ...table.values.values(), ...table.args.values()])
    for (const word of words) if (!PLAIN.test(word)) throw new Error(`no plain word: ${word}`);
  return SCRIPTS[shell](table);
}
