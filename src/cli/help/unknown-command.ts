import type { Hook } from '@oclif/core';
import { editDistance } from '../../client/options/edit-distance.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** Letters that two topics must share at the start to be confused. */
const SAME_START = 3;

const wordsOf = (id: string): string[] => id.split(/[: ]/);

/** Allowed edits per word: a fourth of its letters, since a wrong guess may act. */
const allowed = (word: string): number => Math.max(1, Math.floor(word.length / 4));

/** Edits from the typed words to a command; undefined if one of them is another word. */
function editsTo(known: readonly string[], words: readonly string[]): number | undefined {
  const edits = known.map((word, at) => editDistance(words[at] ?? '', word));
  const isNear = edits.every((count, at) => count <= allowed(known[at] ?? ''));
  return isNear ? edits.reduce((sum, count) => sum + count, 0) : undefined;
}

/** The command with the fewest edits, compared to as many words of the input. */
function misspelt(words: readonly string[], commands: readonly string[][]): string | undefined {
  const near = commands.flatMap((known) => {
    const edits = editsTo(known, words);
    return edits === undefined ? [] : [{ known, edits }];
  });
  const [best] = near.sort(
    (one, other) => one.edits - other.edits || other.known.length - one.known.length,
  );
  return best?.known.join(' ');
}

/** Words for ending something in the foreground; the help of `start` says how it ends. */
const STOPS = ['stop', 'end', 'quit', 'kill', 'down', 'shutdown'];

function startHelp(words: readonly string[], commands: readonly string[][]): string | undefined {
  const [topic, verb = ''] = words;
  const start = commands.find(([first, second]) => first === topic && second === 'start');
  return start && STOPS.includes(verb) ? `${start.join(' ')} --help` : undefined;
}

/** The one command ending in the first word: `auth login` for `login`, `docs find` for `find x`. */
function lastWord(words: readonly string[], commands: readonly string[][]): string | undefined {
  const found = commands.filter((known) => known.at(-1) === words[0]);
  return found.length === 1 ? found[0]?.join(' ') : undefined;
}

/** The help of a topic that starts alike: `docs` for `document`. */
function topicHelp([first = '']: readonly string[], commands: readonly string[][]) {
  const beginning = first.slice(0, SAME_START);
  const topic = commands.find((known) => known.length > 1 && known[0]?.startsWith(beginning));
  return topic && beginning.length === SAME_START ? `${topic[0]} --help` : undefined;
}

export function nearestCommand(id: string, ids: readonly string[]): string | undefined {
  const words = wordsOf(id);
  const commands = ids.map(wordsOf);
  return (
    lastWord(words, commands) ??
    startHelp(words, commands) ??
    misspelt(words, commands) ??
    topicHelp(words, commands)
  );
}

/** The input up to the first word that fits no command; arguments follow it. */
function upToFault(id: string, ids: readonly string[]): string {
  const words = wordsOf(id);
  const isKnown = (beginning: string) => ids.some((one) => `${one}:`.startsWith(`${beginning}:`));
  const wrong = words.findIndex((_, at) => !isKnown(words.slice(0, at + 1).join(':')));
  return words.slice(0, wrong === -1 ? words.length : wrong + 1).join(' ');
}

/** Exit 2; names the closest known command. */
export function unknownCommand(id: string, ids: readonly string[]): CliError {
  return new CliError({
    code: 'unknown_command',
    what: `there is no command "esign ${upToFault(id, ids)}"`,
    next: `esign ${nearestCommand(id, ids) ?? '--help'}`,
    exitCode: EXIT.usage,
  });
}

export const commandNotFound: Hook.CommandNotFound = async ({ id, config }) => {
  throw unknownCommand(id, config.commandIDs);
};
