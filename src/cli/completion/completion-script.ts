import { bashScript } from './bash.ts';
import type { CompletedCommand, KnownValues } from './completion-table.ts';
import { completionTable } from './completion-table.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** A word that no shell reads as more than that. */
const PLAIN = /^@?[\w:.-]+$/;

export type Shell = keyof typeof SCRIPTS;

export const SHELLS = ['bash', 'zsh', 'fish'] as const satisfies readonly Shell[];

/** The script that makes a shell complete commands, flags and their values, without starting anything at a tab. */
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
