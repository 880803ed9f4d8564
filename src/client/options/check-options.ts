import { isRecord } from '../../contract/is-record.ts';
import { InvalidArgumentError } from '../errors/usage-errors.ts';
import { editDistance } from './edit-distance.ts';

/** The names of options, with nested names where a value holds options. */
export type OptionNames<T> = {
  readonly [Name in keyof Required<T>]: true | OptionNames<NonNullable<T[Name]>>;
};

type Names = Readonly<Record<string, unknown>>;

function nearest(name: string, known: readonly string[]): string {
  const distance = (other: string) => editDistance(name.toLowerCase(), other.toLowerCase());
  const [best = ''] = [...known].sort((one, other) => distance(one) - distance(other));
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
