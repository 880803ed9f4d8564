import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';

/** Number of single-character edits between two words (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const spoken = (id: string): string => id.replaceAll(':', ' ');

/** The command that was probably meant; undefined when none is near. */
export function nearestCommand(id: string, ids: readonly string[]): string | undefined {
  const words = spoken(id);
  const ranked = ids
    .map((known) => ({ known, distance: editDistance(words, spoken(known)) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(2, words.length / 3) ? spoken(best.known) : undefined;
}

/** The error for a command that does not exist (exit 2), with the nearest one there is. */
export function unknownCommand(id: string, ids: readonly string[]): CliError {
  const near = nearestCommand(id, ids);
  return new CliError({
    code: 'unknown_command',
    what: `there is no command "esign ${spoken(id)}"`,
    next: near === undefined ? 'esign --help' : `esign ${near}`,
    exitCode: EXIT.usage,
  });
}
