import { isRecord } from '../../contract/is-record.ts';
import { InvalidArgumentError } from '../errors/usage-errors.ts';

/** The names of options, with nested names where a value holds options. */
export type OptionNames<T> = {
  readonly [Name in keyof Required<T>]: true | OptionNames<NonNullable<T[Name]>>;
};

type Names = Readonly<Record<string, unknown>>;

const pairsOf = (word: string): string[] =>
  [...word.toLowerCase()].map((letter, at, all) => `${all[at - 1]}${letter}`);

/** Shares most pairs of neighbouring letters (Dice's coefficient), which is shorter than edits. */
function nearest(name: string, known: readonly string[]): string {
  const given = pairsOf(name);
  const likeness = (other: string) =>
    pairsOf(other).filter((pair) => given.includes(pair)).length / (given.length + other.length);
  const [best = ''] = [...known].sort((one, other) => likeness(other) - likeness(one));
  return best;
}

function checkBelow(given: unknown, names: Names, above: string): void {
  const what = above === '' ? 'options' : above.slice(0, -1);
  if (!isRecord(given)) throw new InvalidArgumentError(what, `${what} must be an object`);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(names, name)) {
      const known = `${above}${nearest(name, Object.keys(names))}`;
      const message = `there is no option ${JSON.stringify(above + name)}; the nearest is "${known}"`;
      throw new InvalidArgumentError(`${above}${name}`, message);
    }
    const below = names[name];
    if (isRecord(below) && value !== undefined) checkBelow(value, below, `${above}${name}.`);
  }
}

/** Catches misspelt options. Throws `InvalidArgumentError` naming the nearest one. */
export function checkOptions<T extends object>(given: T, names: OptionNames<T>): void {
  checkBelow(given, names, '');
}
