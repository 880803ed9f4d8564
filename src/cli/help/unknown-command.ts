import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { editDistance } from '../input/edit-distance.ts';

/** Letters that two topics have to begin with alike, so that one is taken for the other. */
const SAME_BEGINNING = 3;

const wordsOf = (id: string): string[] => id.split(/[: ]/);

/** The command with the fewest edits between it and as many words of what was typed. */
function misspelt(words: readonly string[], commands: readonly string[][]): string | undefined {
  const ranked = commands.map((known) => {
    const typed = words.slice(0, known.length).join(' ');
    const distance = editDistance(typed, known.join(' '));
    return { known, distance, isNear: distance <= Math.max(2, typed.length / 3) };
  });
  const [best] = ranked.sort((one, other) => one.distance - other.distance);
  return best?.isNear ? best.known.join(' ') : undefined;
}

/** The one command that ends in the word: `login` for `auth login`. */
function lastWord(words: readonly string[], commands: readonly string[][]): string | undefined {
  const found = commands.filter((known) => words.length === 1 && known.at(-1) === words[0]);
  return found.length === 1 ? found[0]?.join(' ') : undefined;
}

/** The help of the topic whose name begins alike: `docs` for `document`. */
function topicHelp([first = '']: readonly string[], commands: readonly string[][]) {
  const beginning = first.slice(0, SAME_BEGINNING);
  const topic = commands.find((known) => known.length > 1 && known[0]?.startsWith(beginning));
  return topic && beginning.length === SAME_BEGINNING ? `${topic[0]} --help` : undefined;
}

/** The command that was probably meant; undefined when none is near. */
export function nearestCommand(id: string, ids: readonly string[]): string | undefined {
  const words = wordsOf(id);
  const commands = ids.map(wordsOf);
  return lastWord(words, commands) ?? misspelt(words, commands) ?? topicHelp(words, commands);
}

/** What was typed up to the first word that fits no command: what follows it are arguments. */
function upToTheFault(id: string, ids: readonly string[]): string {
  const words = wordsOf(id);
  const isKnown = (beginning: string) => ids.some((one) => `${one}:`.startsWith(`${beginning}:`));
  const wrong = words.findIndex((_, at) => !isKnown(words.slice(0, at + 1).join(':')));
  return words.slice(0, wrong === -1 ? words.length : wrong + 1).join(' ');
}

/** The error for a command that does not exist (exit 2), with the nearest one there is. */
export function unknownCommand(id: string, ids: readonly string[]): CliError {
  return new CliError({
    code: 'unknown_command',
    what: `there is no command "esign ${upToTheFault(id, ids)}"`,
    next: `esign ${nearestCommand(id, ids) ?? '--help'}`,
    exitCode: EXIT.usage,
  });
}
