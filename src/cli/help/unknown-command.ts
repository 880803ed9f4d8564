import type { Hook } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { editDistance } from '../input/edit-distance.ts';

/** Letters two topics must share at the start to be taken for each other. */
const SAME_START = 3;

const wordsOf = (id: string): string[] => id.split(/[: ]/);

/** The command with the fewest edits to as many words of the input. */
function misspelt(words: readonly string[], commands: readonly string[][]): string | undefined {
  const ranked = commands.map((known) => {
    const typed = words.slice(0, known.length).join(' ');
    const distance = editDistance(typed, known.join(' '));
    return { known, distance, isNear: distance <= Math.max(2, typed.length / 3) };
  });
  const [best] = ranked.sort((one, other) => one.distance - other.distance);
  return best?.isNear ? best.known.join(' ') : undefined;
}

/** The only command that ends in the word: `auth login` for `login`. */
function lastWord(words: readonly string[], commands: readonly string[][]): string | undefined {
  const found = commands.filter((known) => words.length === 1 && known.at(-1) === words[0]);
  return found.length === 1 ? found[0]?.join(' ') : undefined;
}

/** The help of a topic that starts alike: `docs` for `document`. */
function topicHelp([first = '']: readonly string[], commands: readonly string[][]) {
  const beginning = first.slice(0, SAME_START);
  const topic = commands.find((known) => known.length > 1 && known[0]?.startsWith(beginning));
  return topic && beginning.length === SAME_START ? `${topic[0]} --help` : undefined;
}

/** The command probably meant, if any is close. */
export function nearestCommand(id: string, ids: readonly string[]): string | undefined {
  const words = wordsOf(id);
  const commands = ids.map(wordsOf);
  return lastWord(words, commands) ?? misspelt(words, commands) ?? topicHelp(words, commands);
}

/** The input up to the first word that fits no command; arguments follow it. */
function upToFault(id: string, ids: readonly string[]): string {
  const words = wordsOf(id);
  const isKnown = (beginning: string) => ids.some((one) => `${one}:`.startsWith(`${beginning}:`));
  const wrong = words.findIndex((_, at) => !isKnown(words.slice(0, at + 1).join(':')));
  return words.slice(0, wrong === -1 ? words.length : wrong + 1).join(' ');
}

/** The error for an unknown command (exit 2), with the closest known one. */
export function unknownCommand(id: string, ids: readonly string[]): CliError {
  return new CliError({
    code: 'unknown_command',
    what: `there is no command "esign ${upToFault(id, ids)}"`,
    next: `esign ${nearestCommand(id, ids) ?? '--help'}`,
    exitCode: EXIT.usage,
  });
}

/** The oclif hook for an unknown command. */
export const commandNotFound: Hook.CommandNotFound = async ({ id, config }) => {
  throw unknownCommand(id, config.commandIDs);
};
